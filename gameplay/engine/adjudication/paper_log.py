"""The log of a game played on paper: reading a log that players wrote, and writing the log of a recorded game.

A log is short enough to be written during the game, one line a turn; see `notation`. The form is JSON:

    {"format": "passleft-log-1", "ruleset": name of the game, "variant": "draft",
     "switches": {"target": 7}                  optional: fields of the variant with other values than usual
     "players": ["Alice", "Bob"], "first": "Alice",
     "decks": [{"Gate Hound": 3, ...}, null]    by title or set number; null, or nothing, for an unknown deck
     "turns": ["attack Gate Hound; avoid; score Gate Hound", "hide", ...],
     "result": {"winner": "Alice", ["Alice", "Charlie"] for a team, or null, "points": [5, 3], "reason": "vp"}}

Only the reported part is judged: a result alone, or the first turns alone, are sufficient. The result of a whole match
can be reported without its turns:

     "wins": [2, 1], "games": [{"winner": "Alice", "points": [5, 3], "reason": "vp"}, ...]
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from cards.printed import PrintedCard
from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.card_copies import unambiguous_title
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import MissingFact, ReportedGame
from gameplay.engine.adjudication.initial_tables import initial_deal, possible_faces
from gameplay.engine.adjudication.log_cards import LogCards
from gameplay.engine.adjudication.match_result import ReportedMatch, find_implausible_game
from gameplay.engine.adjudication.notation import (
    END_CODES,
    SEPARATOR,
    ObservedEvents,
    entry_text,
    event_fields,
    notation_of,
)
from gameplay.engine.adjudication.start_position import StartPosition, deals_from, read_start_position
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, Verdict
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.errors import Translate, _, any_of
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.position_fields import FieldReader
from gameplay.engine.core.position_table import Catalogue, read_variant
from gameplay.engine.core.record import Record
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.ruleset import Ruleset

FORMAT = "passleft-log-1"
DEFAULT_PLAYER_NAMES = ["A", "B", "C", "D"]
MAX_TURNS, MAX_LINE_LENGTH, MAX_COPIES = 500, 8000, 99


def parse_log(
    text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = ""
) -> ReportedGame | ReportedMatch:
    """Return the reported game or match in ``text``. Raises UnreadableError."""
    return reported_game_from_json(parse_json(text, file=file), rulesets, catalogue, file=file)


def reported_game_from_json(
    data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = ""
) -> ReportedGame | ReportedMatch:
    """Return the reported game or match in the JSON ``data``. Raises UnreadableError."""
    reader = FieldReader(data, file=file)
    reader.take_one_of("format", [FORMAT])
    ruleset = rulesets[reader.take_one_of("ruleset", list(rulesets))]
    start = read_start_position(reader, ruleset, catalogue)
    variant = read_variant(reader, ruleset)
    players = _read_players(reader, [start.table.seats] if start else ruleset.player_counts_of(variant.name))
    if "games" in reader.fields:
        return _read_match_result(reader, ruleset, variant, players)
    log_cards = LogCards(ruleset, catalogue, start.invented if start else (), file)
    decks = _read_decks(reader, len(players), log_cards)
    deals = _deals(reader, start, decks, log_cards, players=players, variant=variant)
    lines = _read_lines(reader)
    if start and not lines:
        raise reader.error(_("write what has happened since the position, at least one turn"), "turns")
    outcome = (
        _read_outcome(FieldReader(result, file=file, place="result"), players)
        if (result := reader.take("result", dict, {}))
        else None
    )
    reader.reject_unread()
    notation_reader = log_cards.notation_reader(players)
    turns = [notation_reader.read_line(line, turn) for turn, line in enumerate(lines, 1)]
    printed = [[definition.printed for definition in deck] for deck in decks if deck is not None]
    fault = next((fault for deck in printed for fault in ruleset.deck_faults(variant, deck)), None)
    reported_game, *alternatives = [
        ReportedGame(ruleset, players, table, faces, turns, outcome, fault, starts_from_position=start is not None)
        for table, faces in deals
    ]
    return replace(reported_game, alternatives=alternatives)


def _deals(
    reader: FieldReader,
    start: StartPosition | None,
    decks: Sequence[list[Any] | None],
    log_cards: LogCards,
    *,
    players: Sequence[str],
    variant: Any,
) -> list[tuple[Any, Faces]]:
    """Return the table before the first entry with the faces of all cards, once for each choice of fixed decks."""
    if start:
        if "first" in reader.fields:
            reason = _('the position says whose turn it is, with "active": leave out the first player')
            raise reader.error(reason, "first")
        return deals_from(start, reader, decks, log_cards)
    first = players.index(reader.take_one_of("first", players, players[0]))
    possible = possible_faces(reader, decks, variant, log_cards)
    return [initial_deal(log_cards.ruleset, variant, faces, first) for faces in possible]


def _read_players(reader: FieldReader, seats: Sequence[int]) -> list[str]:
    """Return the names of the players; their number must be one of ``seats``."""
    listed = [reader.check_type(each.value, str, each.place).strip() for each in reader.take_items("players")]
    names = listed or DEFAULT_PLAYER_NAMES[: seats[0]]
    if len(names) not in seats or len({name.casefold() for name in names}) != len(names) or not all(names):
        raise reader.error(_("{number} different player names are required"), "players", number=any_of(seats))
    return names


def _read_decks(reader: FieldReader, seats: int, log_cards: LogCards) -> list[list[Any] | None]:
    """Return the definitions of each seat's deck, None for an unlisted deck."""
    entries = reader.take_items("decks")
    if entries and len(entries) != seats:
        raise reader.error(_("{number} decks are required; write null for an unknown deck"), "decks", number=seats)
    decks: list[list[Any] | None] = [None] * seats
    for seat, entry in enumerate(entries):
        if entry.value is not None:
            decks[seat] = list(_read_copies(FieldReader(entry.value, file=reader.file, place=entry.place), log_cards))
    return decks


def _read_copies(reader: FieldReader, log_cards: LogCards) -> Iterator[Any]:
    for name in list(reader.fields):
        definition = log_cards.deck_card(name, reader.path_of(name))
        yield from [definition] * reader.take_number(name, minimum=1, maximum=MAX_COPIES)


def _read_lines(reader: FieldReader) -> list[str]:
    lines = [reader.check_type(each.value, str, each.place) for each in reader.take_items("turns")]
    if len(lines) > MAX_TURNS or any(len(line) > MAX_LINE_LENGTH for line in lines):
        reason = _("there are more than {turns} turns, or one has more than {characters} characters")
        raise reader.error(reason, "turns", turns=MAX_TURNS, characters=MAX_LINE_LENGTH)
    return lines


def _read_outcome(result: FieldReader, players: Sequence[str]) -> Outcome:
    """Return the reported outcome of a game."""
    winner = result.fields.pop("winner", None)
    winners = winner if isinstance(winner, list) else [] if winner is None else [winner]
    if unknown := [name for name in winners if name not in players]:
        reason = _("{name!r} is neither null nor one of {players}")
        raise result.error(reason, "winner", name=unknown[0], players=", ".join(players))
    points = tuple(result.check_type(each.value, int, each.place) for each in result.take_items("points"))
    if len(points) != len(players) or min(points) < 0:
        raise result.error(_("the points of each player are required"), "points")
    outcome = Outcome(tuple(sorted(map(players.index, winners))), result.take("reason", str), points)
    result.reject_unread()
    return outcome


def _read_match_result(reader: FieldReader, ruleset: Ruleset, variant: Any, players: Sequence[str]) -> ReportedMatch:
    """Return the reported result of a match."""
    wins = tuple(reader.check_type(each.value, int, each.place) for each in reader.take_items("wins"))
    if len(wins) != len(players) or min(wins) < 0:
        raise reader.error(_("the number of games won by each player is required"), "wins")
    games = [_read_outcome(each.reader(), players) for each in reader.take_items("games")]
    reader.reject_unread()
    return ReportedMatch(ruleset, variant, players, wins, games)


# --- judging ----------------------------------------------------------------------------


def verdict_json(
    reported: ReportedGame | ReportedMatch, verdict: Verdict | None = None, *, translate: Translate = str
) -> dict[str, Any]:
    """Return the verdict on a reported game or match as JSON: the fault and its clause, or the missing facts.

    ``verdict`` is that of `adjudicate`, if it is known already.
    """
    if isinstance(reported, ReportedMatch):
        game, clause = find_implausible_game(reported)
        return {"verdict": ILLEGAL if clause else LEGAL, "entry": game, "clause": clause, "needs": []}
    verdict = verdict or adjudicate(reported)
    entry, outcome = verdict.entry, verdict.outcome
    found = reported.deck_fault
    fault = {"fault": {"code": found.code, "detail": found.text(translate)}} if found else {}
    return fault | {
        "verdict": verdict.status,
        "entry": entry and entry.number,
        "turn": verdict.turn,
        "said": entry and entry.text,
        "clause": verdict.clause,
        "needs": [_missing_fact_json(reported, fact) for fact in verdict.missing_facts],
        "outcome": outcome
        and {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)},
    }


def _missing_fact_json(reported_game: ReportedGame, fact: MissingFact) -> dict[str, Any]:
    """Return a missing fact as JSON: its player, its cards, its place, and the templates of its entry."""
    return {
        "fact": fact.code,
        "player": None if fact.seat is None else reported_game.players[fact.seat],
        "cards": list(fact.cards),
        "turn": fact.turn,
        "before": _written_number(reported_game, fact.before_entry),
        "completes": fact.is_part,
        "write": reported_game.forms_for(fact),
    }


def _written_number(reported_game: ReportedGame, position: int) -> int:
    """Return the number of the written entry at ``position`` among all entries; a shorthand is several of these."""
    entries = reported_game.all_entries
    if position < len(entries):
        return entries[position].number
    return entries[-1].number + 1 if entries else 0


# --- writing ----------------------------------------------------------------------------


class WrittenEntry(NamedTuple):
    """An entry of a written log: its event, its turn, the active seat, and its text."""

    event: Option
    turn: int
    active: int
    text: str


def write_entries(
    record: Record,
    ruleset: Ruleset,
    printed: Mapping[str, PrintedCard],
    players: Sequence[str],
    *,
    include_optional: bool = False,
) -> list[WrittenEntry]:
    """Return all public events of the game ``record`` as entries, in order, as an observer would write them.

    With ``include_optional``, entries that may be left out are included (`Notation.optional_events` and
    `Notation.private_events`). All entries except plays, which are the active player's, begin with the player's name.
    Raises Diverged for an invalid record.
    """
    notation, entries = notation_of(ruleset), list[WrittenEntry]()

    def write(event: Option) -> None:
        fields = event_fields(notation, ruleset.sentences, event[0])
        event_seat = dict(zip(fields, event[1:], strict=True)).get("seat")
        seat = table.active if event_seat is None else event_seat
        known = seat if event_seat is not None or event[0] in notation.events.plays else None
        name = partial(unambiguous_title, table, notation.zones.numbered, players=players, known=known)
        words = entry_text(notation, ruleset.sentences, event, name=name, players=players)
        if event[0] in END_CODES:  # the result says it
            return
        if words and (include_optional or event[0] not in notation.events.optional | notation.events.private):
            if "seat" in fields and event[0] not in notation.events.plays:
                words = f"{players[seat]}: {words}"
            entries.append(WrittenEntry(event, table.turn, table.active, words))  # turn 0 is the opening

    decks = [[printed[ref] for ref in deck] for deck in record.decks]
    chance = RecordedChance(record.entries)
    game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches, pausing=record.pausing)
    table = game.table
    for event in table.events:
        write(event)
    table.events = ObservedEvents(table, notation.words.implied_events, write)
    replay_entries(game, chance)
    first = next(((entry.active + 1 - entry.turn) % len(players) for entry in entries if entry.turn), table.active)
    return [entry if entry.turn else entry._replace(turn=1, active=first) for entry in entries]


def write_log(
    record: Record, ruleset: Ruleset, printed: Mapping[str, PrintedCard], players: Sequence[str]
) -> dict[str, Any]:
    """Return the log of the game ``record`` as JSON, with its decks and its result. Raises Diverged."""
    return log_from_entries(record, write_entries(record, ruleset, printed, players), players)


def log_from_entries(record: Record, entries: Sequence[WrittenEntry], players: Sequence[str]) -> dict[str, Any]:
    """Return the log of the game ``record`` with these ``entries``."""
    # There may be empty turns before the first entry.
    first = (entries[0].active + 1 - entries[0].turn) % len(players) if entries else 0
    lines: dict[int, list[str]] = {}
    for entry in entries:
        lines.setdefault(entry.turn, []).append(entry.text)
    log: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": record.ruleset,
        "variant": record.variant,
        "players": list(players),
        "first": players[first],
        "decks": [dict(Counter(deck)) for deck in record.decks],
        "turns": [f"{SEPARATOR} ".join(lines.get(turn, ())) for turn in range(1, max(lines, default=0) + 1)],
    }
    if record.switches:
        log["switches"] = dict(record.switches)
    if outcome := record.outcome:
        winners = [players[seat] for seat in outcome.winners]
        winner = winners if len(winners) > 1 else next(iter(winners), None)
        log["result"] = {"winner": winner, "points": list(outcome.scores), "reason": outcome.reason}
    return log
