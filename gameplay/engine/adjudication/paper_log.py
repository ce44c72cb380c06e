"""The log of a game played on paper: reading one that players wrote, writing one of a game that was played.

It is short enough to be written beside the game, a line a turn; see `engine.notation`. The form is JSON:

    {"format": "passleft-log-1", "ruleset": the game, "variant": "draft",
     "switches": {"target": 7} if the variant is played otherwise than usual,
     "players": ["Alice", "Bob"], "first": "Alice",
     "decks": [{"Gate Hound": 3, ...}, null]    by title or set number; null, or nothing, for one not known
     "turns": ["attack Gate Hound; avoid; score Gate Hound", "hide", ...],
     "result": {"winner": "Alice", ["Alice", "Charlie"] for a team, or null, "points": [5, 3], "reason": "vp"}}

Only what has been told is judged: a result alone, or the first turns alone, will do. The result
of a whole match may be told without its turns:

     "wins": [2, 1], "games": [{"winner": "Alice", "points": [5, 3], "reason": "vp"}, ...]
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from cards.printed import PrintedCard
from gameplay.engine.adjudication.adjudicator import ILLEGAL, LEGAL, adjudicate
from gameplay.engine.adjudication.card_copies import unambiguous_title
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import MissingFact, ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch, find_implausible_game
from gameplay.engine.adjudication.notation import (
    SEPARATOR,
    NotationReader,
    ObservedEvents,
    entry_text,
    event_fields,
    notation_of,
)
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.position_fields import CardRegistry, FieldReader
from gameplay.engine.core.position_table import Catalogue, read_variant
from gameplay.engine.core.record import Record
from gameplay.engine.core.ruleset import Ruleset

FORMAT = "passleft-log-1"
DEFAULT_PLAYER_NAMES = ["A", "B", "C", "D"]
MAX_TURNS, MAX_LINE_LENGTH, MAX_COPIES = 500, 8000, 99


def parse_log(
    text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = ""
) -> ReportedGame | ReportedMatch:
    """Return the log that ``text`` is, ready to be judged. Raises UnreadableError."""
    return reported_game_from_json(parse_json(text, file=file), rulesets, catalogue, file=file)


def reported_game_from_json(
    data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = ""
) -> ReportedGame | ReportedMatch:
    """Return the log that ``data``, read from JSON, is. Raises UnreadableError."""
    sheet = FieldReader(data, file=file)
    sheet.take_one_of("format", [FORMAT])
    ruleset = rulesets[sheet.take_one_of("ruleset", list(rulesets))]
    variant = read_variant(sheet, ruleset)
    players = _read_players(sheet, ruleset.player_counts_of(variant.name))
    if "games" in sheet.fields:
        return _read_match_result(sheet, ruleset, variant, players)
    named = _CardNames(ruleset, catalogue, file)
    decks = _read_decks(sheet, len(players), named)
    possible = _possible_faces(sheet, decks, variant, named)
    first = players.index(sheet.take_one_of("first", players, players[0]))
    lines = _read_lines(sheet)
    outcome = (
        _read_outcome(FieldReader(told, file=file, place="result"), players)
        if (told := sheet.take("result", dict, {}))
        else None
    )
    sheet.reject_unread()
    reader = NotationReader(
        notation_of(ruleset), ruleset.sentences, players, (named.site_cards_named, named.all_cards_named), file=file
    )
    turns = [reader.read_line(line, turn) for turn, line in enumerate(lines, 1)]
    tables = [_initial_table(ruleset, variant, faces, first) for faces in possible]
    for faces, table in zip(possible, tables, strict=True):
        faces.pools = [(table.owners[card], ruleset.back(definition)) for card, definition in enumerate(faces)]
    printed = [[definition.printed for definition in deck] for deck in decks if deck is not None]
    fault = next((fault for deck in printed for fault in ruleset.deck_faults(variant, deck)), None)
    case, *others = [
        ReportedGame(ruleset, players, table, faces, turns, outcome, fault)
        for faces, table in zip(possible, tables, strict=True)
    ]
    return replace(case, alternatives=others)


class _CardNames:
    """The cards a log may name, by set number or title, those of its decks first."""

    def __init__(self, ruleset: Ruleset, catalogue: Catalogue, file: str) -> None:
        self.ruleset, self.catalogue = ruleset, catalogue
        self.cards = CardRegistry(catalogue(ruleset.name), ruleset.definition, (), file=file)
        self.in_decks: list[Any] = []

    def deck_card(self, name: str, place: str) -> Any:
        """The definition of the only card called ``name``, which is in a deck. Raises UnreadableError."""
        definition = self.cards.definition(name, place)
        self.in_decks.append(definition)
        return definition

    def site_cards_named(self, name: str) -> tuple[Any, ...]:
        """The definitions of the site's own cards that ``name`` may mean in a line."""
        return self._definitions(self.cards.find(name.strip().casefold(), first_group_only=True))

    def all_cards_named(self, name: str) -> tuple[Any, ...]:
        """Those of all cards, of sets brought in too."""
        return self._definitions(self.cards.find(name.strip().casefold()))

    def _definitions(self, found: Mapping[str, PrintedCard]) -> tuple[Any, ...]:
        definitions = tuple(self.ruleset.definition(card) for card in found.values())
        return tuple(definition for definition in definitions if definition in self.in_decks) or definitions

    def legal_cards(self, variant: Any) -> list[Any]:
        """The definitions of the site's own cards that may be in a deck of ``variant``."""
        usual = len(self.ruleset.deck_faults(variant, []))
        own = next(iter(self.catalogue(self.ruleset.name)))
        return [
            self.ruleset.definition(card) for card in own if len(self.ruleset.deck_faults(variant, [card])) <= usual
        ]

    def fixed_decks(self, variant: Any) -> list[list[Any]]:
        """The definitions of the only decks that ``variant`` is played with, if the site has all their cards."""
        own = {card.name.en: card for card in next(iter(self.catalogue(self.ruleset.name)))}
        listed = [deck for deck in self.ruleset.fixed_decks(variant) if deck.keys() <= own.keys()]
        return [[self.ruleset.definition(own[title]) for title in Counter(deck).elements()] for deck in listed]


def _read_players(reader: FieldReader, seats: Sequence[int]) -> list[str]:
    """The names of the players, of whom there are as many as one of ``seats`` says."""
    told = [reader.check_type(each.value, str, each.place).strip() for each in reader.take_items("players")]
    names = told or DEFAULT_PLAYER_NAMES[: seats[0]]
    if len(names) not in seats or len({name.casefold() for name in names}) != len(names) or not all(names):
        raise reader.error(f"{' or '.join(map(str, seats))} different names are wanted", "players")
    return names


def _possible_faces(
    reader: FieldReader, decks: Sequence[list[Any] | None], variant: Any, named: "_CardNames"
) -> list[Faces]:
    """What may lie behind the cards, once for each choice of decks where a variant has fixed ones and some are not listed.

    Any other deck that is not listed has the size that the variant fixes, if it does.
    """
    if all(decks):
        return [Faces(decks, 0, [], None)]
    if fixed := named.fixed_decks(variant):
        return [Faces(each, 0, [], None) for each in product(*([deck] if deck else fixed for deck in decks))]
    if not getattr(variant, "deck_size", 0) or notation_of(named.ruleset).requires_decks:
        raise reader.error("the decks of all players are wanted", "decks")
    return [Faces(decks, variant.deck_size, named.legal_cards(variant), variant.copies)]


def _read_decks(reader: FieldReader, seats: int, named: _CardNames) -> list[list[Any] | None]:
    """The definitions of each seat's deck, None for one that is not listed."""
    entries = reader.take_items("decks")
    if entries and len(entries) != seats:
        raise reader.error(f"{seats} decks are wanted, or null for one that is not known", "decks")
    decks: list[list[Any] | None] = [None] * seats
    for seat, entry in enumerate(entries):
        if entry.value is not None:
            decks[seat] = list(_read_copies(FieldReader(entry.value, file=reader.file, place=entry.place), named))
    return decks


def _read_copies(reader: FieldReader, named: _CardNames) -> Iterator[Any]:
    for name in list(reader.fields):
        definition = named.deck_card(name, reader.path_of(name))
        yield from [definition] * reader.take_number(name, minimum=1, maximum=MAX_COPIES)


def _read_lines(reader: FieldReader) -> list[str]:
    lines = [reader.check_type(each.value, str, each.place) for each in reader.take_items("turns")]
    if len(lines) > MAX_TURNS or any(len(line) > MAX_LINE_LENGTH for line in lines):
        raise reader.error(
            f"there are more than {MAX_TURNS} turns, or one has more than {MAX_LINE_LENGTH} characters", "turns"
        )
    return lines


def _read_outcome(told: FieldReader, players: Sequence[str]) -> Outcome:
    """How a game is said to have ended."""
    winner = told.fields.pop("winner", None)
    winners = winner if isinstance(winner, list) else [] if winner is None else [winner]
    if unknown := [name for name in winners if name not in players]:
        raise told.error(f"{unknown[0]!r} is none of {', '.join(players)}, nor null", "winner")
    points = tuple(told.check_type(each.value, int, each.place) for each in told.take_items("points"))
    if len(points) != len(players) or min(points) < 0:
        raise told.error("the points of each player are wanted", "points")
    outcome = Outcome(tuple(sorted(map(players.index, winners))), told.take("reason", str), points)
    told.reject_unread()
    return outcome


def _read_match_result(reader: FieldReader, ruleset: Ruleset, variant: Any, players: Sequence[str]) -> ReportedMatch:
    """The result of a match."""
    wins = tuple(reader.check_type(each.value, int, each.place) for each in reader.take_items("wins"))
    if len(wins) != len(players) or min(wins) < 0:
        raise reader.error("the games that each player has won are wanted", "wins")
    games = [_read_outcome(each.reader(), players) for each in reader.take_items("games")]
    reader.reject_unread()
    return ReportedMatch(ruleset, variant, players, wins, games)


def _initial_table(ruleset: Ruleset, variant: Any, faces: Faces, first: int) -> Any:
    """The table before the first turn: which cards were drawn nobody knows yet."""
    decks = [
        [faces.assumed_face(card) for card, owner in enumerate(faces.owners) if owner == seat]
        for seat in set(faces.owners)
    ]
    table = ruleset.deal(variant, decks, _FirstCardChance())
    notation_of(ruleset).set_up_table(table, first)
    return table


class _FirstCardChance:
    """Chance before anything has been seen: one unseen card is as good as another."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        cards.sort()
        return cards.pop(0)

    def number(self, n: int) -> int:
        return 0


# --- judging ----------------------------------------------------------------------------


def verdict_json(reported: ReportedGame | ReportedMatch) -> dict[str, Any]:
    """Return the verdict on a log, as JSON: what is wrong where, by which clause, or what has to be known."""
    if isinstance(reported, ReportedMatch):
        game, clause = find_implausible_game(reported)
        return {"verdict": ILLEGAL if clause else LEGAL, "entry": game, "clause": clause, "needs": []}
    verdict = adjudicate(reported)
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
    """A missing fact: whose, about which cards, before which entry, and in which of these words it is written."""
    notation = reported_game.notation
    codes = notation.events_by_ask.get(fact.code, (fact.code,))
    return {
        "fact": fact.code,
        "player": None if fact.seat is None else reported_game.players[fact.seat],
        "cards": list(fact.cards),
        "turn": fact.turn,
        "before": fact.before_entry,
        "write": [notation.templates[code][0] for code in codes if code in notation.templates],
    }


# --- writing ----------------------------------------------------------------------------


class WrittenEntry(NamedTuple):
    """One entry of a log: the event it tells, the turn it belongs to and whose that is, and its words."""

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
    """Return everything public of the game ``record``, in order, as somebody would write it who watched.

    ``whole`` says that what may be left out is written, too (`Notation.seen`, `Notation.secret`).

    All but plays, which are the turn player's, have the name of whose they are. Raises Diverged for a record that does not fit.
    """
    notation, found = notation_of(ruleset), list[WrittenEntry]()

    def write(event: Option) -> None:
        fields = event_fields(notation, ruleset.sentences, event[0])
        whose = dict(zip(fields, event[1:], strict=True)).get("seat")
        seat = table.active if whose is None else whose
        known = seat if whose is not None or event[0] in notation.play_events else None
        name = partial(unambiguous_title, table, notation.numbered_zones, players=players, known=known)
        words = entry_text(notation, ruleset.sentences, event, name=name, players=players)
        if words and (include_optional or event[0] not in notation.optional_events | notation.private_events):
            if "seat" in fields and event[0] not in notation.play_events:
                words = f"{players[seat]}: {words}"
            found.append(WrittenEntry(event, table.turn, table.active, words))  # turn 0 is before the first

    decks = [[printed[ref] for ref in deck] for deck in record.decks]
    chance = RecordedChance(record.entries)
    game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches)
    table = game.table
    for event in table.events:
        write(event)
    table.events = ObservedEvents(table, notation.implied_events, write)
    game.replay_entries(chance)
    first = next(((entry.active + 1 - entry.turn) % len(players) for entry in found if entry.turn), table.active)
    return [entry if entry.turn else entry._replace(turn=1, active=first) for entry in found]


def write_log(
    record: Record, ruleset: Ruleset, printed: Mapping[str, PrintedCard], players: Sequence[str]
) -> dict[str, Any]:
    """Return the log of the game ``record``, as JSON, with its decks and its result. Raises Diverged."""
    return log_from_entries(record, write_entries(record, ruleset, printed, players), players)


def log_from_entries(record: Record, entries: Sequence[WrittenEntry], players: Sequence[str]) -> dict[str, Any]:
    """Return the log that says what is ``written`` of the game ``record``."""
    first = (entries[0].active + 1 - entries[0].turn) % len(players) if entries else 0  # before it, turns of silence
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
