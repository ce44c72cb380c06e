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
from itertools import product
from typing import Any, NamedTuple

from cards.printed import PrintedCard
from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.card_copies import unambiguous_title
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import MissingFact, ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch, find_implausible_game
from gameplay.engine.adjudication.notation import SEPARATOR, ObservedEvents, entry_text, event_fields, notation_of
from gameplay.engine.adjudication.notation_reader import NotationReader
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, Verdict
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.position_fields import CardRegistry, FieldReader
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
    variant = read_variant(reader, ruleset)
    players = _read_players(reader, ruleset.player_counts_of(variant.name))
    if "games" in reader.fields:
        return _read_match_result(reader, ruleset, variant, players)
    card_names = _CardNames(ruleset, catalogue, file)
    decks = _read_decks(reader, len(players), card_names)
    possible = _possible_faces(reader, decks, variant, card_names)
    first = players.index(reader.take_one_of("first", players, players[0]))
    lines = _read_lines(reader)
    outcome = (
        _read_outcome(FieldReader(result, file=file, place="result"), players)
        if (result := reader.take("result", dict, {}))
        else None
    )
    reader.reject_unread()
    notation_reader = card_names.notation_reader(players)
    turns = [notation_reader.read_line(line, turn) for turn, line in enumerate(lines, 1)]
    tables = [_initial_table(ruleset, variant, faces, first) for faces in possible]
    for faces, table in zip(possible, tables, strict=True):
        faces.pools = [(table.owners[card], ruleset.back(definition)) for card, definition in enumerate(faces)]
    printed = [[definition.printed for definition in deck] for deck in decks if deck is not None]
    fault = next((fault for deck in printed for fault in ruleset.deck_faults(variant, deck)), None)
    reported_game, *alternatives = [
        ReportedGame(ruleset, players, table, faces, turns, outcome, fault)
        for faces, table in zip(possible, tables, strict=True)
    ]
    return replace(reported_game, alternatives=alternatives)


class _CardNames:
    """The cards that a log may name by set number or title; the cards of its decks take precedence."""

    def __init__(self, ruleset: Ruleset, catalogue: Catalogue, file: str) -> None:
        self.ruleset, self.catalogue = ruleset, catalogue
        self.cards = CardRegistry(catalogue(ruleset.name), ruleset.definition, (), file=file)
        self.in_decks: list[Any] = []

    def notation_reader(self, players: Sequence[str]) -> NotationReader:
        """Return a reader of entries that name these cards and ``players``."""
        return NotationReader(
            notation_of(self.ruleset),
            self.ruleset.sentences,
            players,
            (self.site_cards_named, self.all_cards_named),
            similar_titles=self.cards.similar_titles,
            file=self.cards.file,
        )

    def deck_card(self, name: str, place: str) -> Any:
        """Return the definition of the card ``name`` in a deck. Raises UnreadableError unless there is exactly one."""
        definition = self.cards.definition(name, place)
        self.in_decks.append(definition)
        return definition

    def site_cards_named(self, name: str) -> tuple[Any, ...]:
        """Return the definitions of the site's own cards called ``name``."""
        return self._definitions(self.cards.find(name.strip().casefold(), first_group_only=True))

    def all_cards_named(self, name: str) -> tuple[Any, ...]:
        """Return the definitions of all cards called ``name``, including those of imported sets."""
        return self._definitions(self.cards.find(name.strip().casefold()))

    def _definitions(self, found: Mapping[str, PrintedCard]) -> tuple[Any, ...]:
        definitions = tuple(self.ruleset.definition(card) for card in found.values())
        return tuple(definition for definition in definitions if definition in self.in_decks) or definitions

    def legal_cards(self, variant: Any) -> list[Any]:
        """Return the definitions of the site's own cards that are legal in a deck of ``variant``."""
        fault_count = len(self.ruleset.deck_faults(variant, []))
        own = next(iter(self.catalogue(self.ruleset.name)))
        legal = (card for card in own if len(self.ruleset.deck_faults(variant, [card])) <= fault_count)
        return [self.ruleset.definition(card) for card in legal]

    def fixed_decks(self, variant: Any) -> list[list[Any]]:
        """Return the definitions of the fixed decks of ``variant``, if the site has all their cards."""
        own = {card.name.en: card for card in next(iter(self.catalogue(self.ruleset.name)))}
        listed = [deck for deck in self.ruleset.fixed_decks(variant) if deck.keys() <= own.keys()]
        return [[self.ruleset.definition(own[title]) for title in Counter(deck).elements()] for deck in listed]


def _read_players(reader: FieldReader, seats: Sequence[int]) -> list[str]:
    """Return the names of the players; their number must be one of ``seats``."""
    listed = [reader.check_type(each.value, str, each.place).strip() for each in reader.take_items("players")]
    names = listed or DEFAULT_PLAYER_NAMES[: seats[0]]
    if len(names) not in seats or len({name.casefold() for name in names}) != len(names) or not all(names):
        raise reader.error(f"{' or '.join(map(str, seats))} different player names are required", "players")
    return names


def _possible_faces(
    reader: FieldReader, decks: Sequence[list[Any] | None], variant: Any, card_names: "_CardNames"
) -> list[Faces]:
    """Return the possible faces of all cards, one item for each choice of unlisted fixed decks.

    Any other unlisted deck has the deck size of the variant, if there is one.
    """
    if all(decks):
        return [Faces(decks, 0, [], None)]
    if fixed := card_names.fixed_decks(variant):
        return [Faces(each, 0, [], None) for each in product(*([deck] if deck else fixed for deck in decks))]
    if not getattr(variant, "deck_size", 0) or notation_of(card_names.ruleset).setup.requires_decks:
        raise reader.error("the deck lists of all players are required", "decks")
    return [Faces(decks, variant.deck_size, card_names.legal_cards(variant), variant.copies)]


def _read_decks(reader: FieldReader, seats: int, card_names: _CardNames) -> list[list[Any] | None]:
    """Return the definitions of each seat's deck, None for an unlisted deck."""
    entries = reader.take_items("decks")
    if entries and len(entries) != seats:
        raise reader.error(f"{seats} decks are required; write null for an unknown deck", "decks")
    decks: list[list[Any] | None] = [None] * seats
    for seat, entry in enumerate(entries):
        if entry.value is not None:
            decks[seat] = list(_read_copies(FieldReader(entry.value, file=reader.file, place=entry.place), card_names))
    return decks


def _read_copies(reader: FieldReader, card_names: _CardNames) -> Iterator[Any]:
    for name in list(reader.fields):
        definition = card_names.deck_card(name, reader.path_of(name))
        yield from [definition] * reader.take_number(name, minimum=1, maximum=MAX_COPIES)


def _read_lines(reader: FieldReader) -> list[str]:
    lines = [reader.check_type(each.value, str, each.place) for each in reader.take_items("turns")]
    if len(lines) > MAX_TURNS or any(len(line) > MAX_LINE_LENGTH for line in lines):
        raise reader.error(
            f"there are more than {MAX_TURNS} turns, or one has more than {MAX_LINE_LENGTH} characters", "turns"
        )
    return lines


def _read_outcome(result: FieldReader, players: Sequence[str]) -> Outcome:
    """Return the reported outcome of a game."""
    winner = result.fields.pop("winner", None)
    winners = winner if isinstance(winner, list) else [] if winner is None else [winner]
    if unknown := [name for name in winners if name not in players]:
        raise result.error(f"{unknown[0]!r} is neither null nor one of {', '.join(players)}", "winner")
    points = tuple(result.check_type(each.value, int, each.place) for each in result.take_items("points"))
    if len(points) != len(players) or min(points) < 0:
        raise result.error("the points of each player are required", "points")
    outcome = Outcome(tuple(sorted(map(players.index, winners))), result.take("reason", str), points)
    result.reject_unread()
    return outcome


def _read_match_result(reader: FieldReader, ruleset: Ruleset, variant: Any, players: Sequence[str]) -> ReportedMatch:
    """Return the reported result of a match."""
    wins = tuple(reader.check_type(each.value, int, each.place) for each in reader.take_items("wins"))
    if len(wins) != len(players) or min(wins) < 0:
        raise reader.error("the number of games won by each player is required", "wins")
    games = [_read_outcome(each.reader(), players) for each in reader.take_items("games")]
    reader.reject_unread()
    return ReportedMatch(ruleset, variant, players, wins, games)


def _initial_table(ruleset: Ruleset, variant: Any, faces: Faces, first: int) -> Any:
    """Return the table before the first turn; the opening hands are unknown."""
    decks = [
        [faces.assumed_face(card) for card, owner in enumerate(faces.owners) if owner == seat]
        for seat in set(faces.owners)
    ]
    table = ruleset.deal(variant, decks, _FirstCardChance())
    notation_of(ruleset).setup.set_up_table(table, first)
    return table


class _FirstCardChance:
    """Chance before any card was observed: all hidden cards are equivalent."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        cards.sort()
        return cards.pop(0)

    def number(self, n: int) -> int:
        return 0


# --- judging ----------------------------------------------------------------------------


def verdict_json(reported: ReportedGame | ReportedMatch, verdict: Verdict | None = None) -> dict[str, Any]:
    """Return the verdict on a reported game or match as JSON: the fault and its clause, or the missing facts.

    ``verdict`` is that of `adjudicate`, if it is known already.
    """
    if isinstance(reported, ReportedMatch):
        game, clause = find_implausible_game(reported)
        return {"verdict": ILLEGAL if clause else LEGAL, "entry": game, "clause": clause, "needs": []}
    verdict = verdict or adjudicate(reported)
    entry, outcome = verdict.entry, verdict.outcome
    fault = (
        {"fault": {"code": reported.deck_fault.code, "detail": str(reported.deck_fault)}} if reported.deck_fault else {}
    )
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
    notation = reported_game.notation
    codes = notation.asks.events_by_ask.get(fact.code, (fact.code,))
    return {
        "fact": fact.code,
        "player": None if fact.seat is None else reported_game.players[fact.seat],
        "cards": list(fact.cards),
        "turn": fact.turn,
        "before": fact.before_entry,
        "write": [notation.words.templates[code][0] for code in codes if code in notation.words.templates],
    }


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
