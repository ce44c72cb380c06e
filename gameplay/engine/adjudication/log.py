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
from gameplay.engine.adjudication.card_copies import title
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.hypotheses import Case, Fact
from gameplay.engine.adjudication.match_result import Series, plausible
from gameplay.engine.adjudication.notation import SEPARATOR, Reader, Told, fields_of, notation_of, said
from gameplay.engine.core.asks import Option, Outcome
from gameplay.engine.core.chance import Recorded
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import parse
from gameplay.engine.core.position_fields import Cards, Sheet
from gameplay.engine.core.position_table import Catalogue, variant_of
from gameplay.engine.core.record import Record
from gameplay.engine.core.ruleset import Ruleset

FORMAT = "passleft-log-1"
PLAYERS = ["A", "B", "C", "D"]
MOST_TURNS, LONGEST, MOST_COPIES = 500, 8000, 99


def read(text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Case | Series:
    """Return the log that ``text`` is, ready to be judged. Raises UnreadableError."""
    return case_of(parse(text, file=file), rulesets, catalogue, file=file)


def case_of(data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Case | Series:
    """Return the log that ``data``, read from JSON, is. Raises UnreadableError."""
    sheet = Sheet(data, file=file)
    sheet.one_of("format", [FORMAT])
    ruleset = rulesets[sheet.one_of("ruleset", list(rulesets))]
    variant = variant_of(sheet, ruleset)
    players = _players(sheet, ruleset.seats_of(variant.name))
    if "games" in sheet.fields:
        return _series(sheet, ruleset, variant, players)
    named = _Named(ruleset, catalogue, file)
    decks = _decks(sheet, len(players), named)
    possible = _faces(sheet, decks, variant, named)
    first = players.index(sheet.one_of("first", players, players[0]))
    lines = _lines(sheet)
    outcome = (
        _outcome(Sheet(told, file=file, place="result"), players) if (told := sheet.take("result", dict, {})) else None
    )
    sheet.done()
    reader = Reader(notation_of(ruleset), ruleset.words, players, (named.near, named.far), file=file)
    turns = [reader.line(line, turn) for turn, line in enumerate(lines, 1)]
    tables = [_before_the_first(ruleset, variant, faces, first) for faces in possible]
    for faces, table in zip(possible, tables, strict=True):
        faces.pools = [(table.owners[card], ruleset.back(definition)) for card, definition in enumerate(faces)]
    printed = [[definition.printed for definition in deck] for deck in decks if deck is not None]
    fault = next((fault for deck in printed for fault in ruleset.deck_faults(variant, deck)), None)
    case, *others = [
        Case(ruleset, players, table, faces, turns, outcome, fault)
        for faces, table in zip(possible, tables, strict=True)
    ]
    return replace(case, others=others)


class _Named:
    """The cards a log may name, by set number or title, those of its decks first."""

    def __init__(self, ruleset: Ruleset, catalogue: Catalogue, file: str) -> None:
        self.ruleset, self.catalogue = ruleset, catalogue
        self.cards = Cards(catalogue(ruleset.name), ruleset.read, (), file=file)
        self.in_decks: list[Any] = []

    def of_deck(self, name: str, place: str) -> Any:
        """The definition of the only card called ``name``, which is in a deck. Raises UnreadableError."""
        definition = self.cards.definition(name, place)
        self.in_decks.append(definition)
        return definition

    def near(self, name: str) -> tuple[Any, ...]:
        """The definitions of the site's own cards that ``name`` may mean in a line."""
        return self._read(self.cards.found(name.strip().casefold(), near=True))

    def far(self, name: str) -> tuple[Any, ...]:
        """Those of all cards, of sets brought in too."""
        return self._read(self.cards.found(name.strip().casefold()))

    def _read(self, found: Mapping[str, PrintedCard]) -> tuple[Any, ...]:
        definitions = tuple(self.ruleset.read(card) for card in found.values())
        return tuple(definition for definition in definitions if definition in self.in_decks) or definitions

    def allowed(self, variant: Any) -> list[Any]:
        """The definitions of the site's own cards that may be in a deck of ``variant``."""
        usual = len(self.ruleset.deck_faults(variant, []))
        own = next(iter(self.catalogue(self.ruleset.name)))
        return [self.ruleset.read(card) for card in own if len(self.ruleset.deck_faults(variant, [card])) <= usual]

    def fixed_decks(self, variant: Any) -> list[list[Any]]:
        """The definitions of the only decks that ``variant`` is played with, if the site has all their cards."""
        own = {card.name.en: card for card in next(iter(self.catalogue(self.ruleset.name)))}
        listed = [deck for deck in self.ruleset.fixed_decks(variant) if deck.keys() <= own.keys()]
        return [[self.ruleset.read(own[title]) for title in Counter(deck).elements()] for deck in listed]


def _players(sheet: Sheet, seats: Sequence[int]) -> list[str]:
    """The names of the players, of whom there are as many as one of ``seats`` says."""
    told = [sheet.of_type(each.value, str, each.place).strip() for each in sheet.each("players")]
    names = told or PLAYERS[: seats[0]]
    if len(names) not in seats or len({name.casefold() for name in names}) != len(names) or not all(names):
        raise sheet.fail(f"{' or '.join(map(str, seats))} different names are wanted", "players")
    return names


def _faces(sheet: Sheet, decks: Sequence[list[Any] | None], variant: Any, named: "_Named") -> list[Faces]:
    """What may lie behind the cards, once for each choice of decks where a variant has fixed ones and some are not listed.

    Any other deck that is not listed has the size that the variant fixes, if it does.
    """
    if all(decks):
        return [Faces(decks, 0, [], None)]
    if fixed := named.fixed_decks(variant):
        return [Faces(each, 0, [], None) for each in product(*([deck] if deck else fixed for deck in decks))]
    if not getattr(variant, "deck_size", 0) or notation_of(named.ruleset).decks:
        raise sheet.fail("the decks of all players are wanted", "decks")
    return [Faces(decks, variant.deck_size, named.allowed(variant), variant.copies)]


def _decks(sheet: Sheet, seats: int, named: _Named) -> list[list[Any] | None]:
    """The definitions of each seat's deck, None for one that is not listed."""
    entries = sheet.each("decks")
    if entries and len(entries) != seats:
        raise sheet.fail(f"{seats} decks are wanted, or null for one that is not known", "decks")
    decks: list[list[Any] | None] = [None] * seats
    for seat, entry in enumerate(entries):
        if entry.value is not None:
            decks[seat] = list(_copies(Sheet(entry.value, file=sheet.file, place=entry.place), named))
    return decks


def _copies(sheet: Sheet, named: _Named) -> Iterator[Any]:
    for name in list(sheet.fields):
        definition = named.of_deck(name, sheet.at(name))
        yield from [definition] * sheet.number(name, least=1, most=MOST_COPIES)


def _lines(sheet: Sheet) -> list[str]:
    lines = [sheet.of_type(each.value, str, each.place) for each in sheet.each("turns")]
    if len(lines) > MOST_TURNS or any(len(line) > LONGEST for line in lines):
        raise sheet.fail(f"there are more than {MOST_TURNS} turns, or one has more than {LONGEST} characters", "turns")
    return lines


def _outcome(told: Sheet, players: Sequence[str]) -> Outcome:
    """How a game is said to have ended."""
    winner = told.fields.pop("winner", None)
    winners = winner if isinstance(winner, list) else [] if winner is None else [winner]
    if unknown := [name for name in winners if name not in players]:
        raise told.fail(f"{unknown[0]!r} is none of {', '.join(players)}, nor null", "winner")
    points = tuple(told.of_type(each.value, int, each.place) for each in told.each("points"))
    if len(points) != len(players) or min(points) < 0:
        raise told.fail("the points of each player are wanted", "points")
    outcome = Outcome(tuple(sorted(map(players.index, winners))), told.take("reason", str), points)
    told.done()
    return outcome


def _series(sheet: Sheet, ruleset: Ruleset, variant: Any, players: Sequence[str]) -> Series:
    """The result of a match."""
    wins = tuple(sheet.of_type(each.value, int, each.place) for each in sheet.each("wins"))
    if len(wins) != len(players) or min(wins) < 0:
        raise sheet.fail("the games that each player has won are wanted", "wins")
    games = [_outcome(each.sheet(), players) for each in sheet.each("games")]
    sheet.done()
    return Series(ruleset, variant, players, wins, games)


def _before_the_first(ruleset: Ruleset, variant: Any, faces: Faces, first: int) -> Any:
    """The table before the first turn: which cards were drawn nobody knows yet."""
    decks = [
        [faces.guess(card) for card, owner in enumerate(faces.owners) if owner == seat] for seat in set(faces.owners)
    ]
    table = ruleset.deal(variant, decks, _AnyCard())
    notation_of(ruleset).begin(table, first)
    return table


class _AnyCard:
    """Chance before anything has been seen: one unseen card is as good as another."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        cards.sort()
        return cards.pop(0)

    def number(self, n: int) -> int:
        return 0


# --- judging ----------------------------------------------------------------------------


def judge(case: Case | Series) -> dict[str, Any]:
    """Return the verdict on a log, as JSON: what is wrong where, by which clause, or what has to be known."""
    if isinstance(case, Series):
        game, clause = plausible(case)
        return {"verdict": ILLEGAL if clause else LEGAL, "entry": game, "clause": clause, "needs": []}
    verdict = adjudicate(case)
    entry, outcome = verdict.entry, verdict.outcome
    fault = {"fault": {"code": case.fault.code, "detail": str(case.fault)}} if case.fault else {}
    return fault | {
        "verdict": verdict.verdict,
        "entry": entry and entry.number,
        "turn": verdict.turn,
        "said": entry and entry.text,
        "clause": verdict.clause,
        "needs": [_needed(case, fact) for fact in verdict.needs],
        "outcome": outcome
        and {"winners": list(outcome.winners), "reason": outcome.reason, "scores": list(outcome.scores)},
    }


def _needed(case: Case, fact: Fact) -> dict[str, Any]:
    """A missing fact: whose, about which cards, before which entry, and in which of these words it is written."""
    notation = case.notation
    codes = notation.asked.get(fact.code, (fact.code,))
    return {
        "fact": fact.code,
        "player": None if fact.seat is None else case.players[fact.seat],
        "cards": list(fact.cards),
        "turn": fact.turn,
        "before": fact.before,
        "write": [notation.lines[code][0] for code in codes if code in notation.lines],
    }


# --- writing ----------------------------------------------------------------------------


class Written(NamedTuple):
    """One entry of a log: the event it tells, the turn it belongs to and whose that is, and its words."""

    event: Option
    turn: int
    active: int
    words: str


def entries_of(
    record: Record,
    ruleset: Ruleset,
    printed: Mapping[str, PrintedCard],
    players: Sequence[str],
    *,
    whole: bool = False,
) -> list[Written]:
    """Return everything public of the game ``record``, in order, as somebody would write it who watched.

    ``whole`` says that what may be left out is written, too (`Notation.seen`, `Notation.secret`).

    All but plays, which are the turn player's, have the name of whose they are. Raises Diverged for a record that does not fit.
    """
    notation, found = notation_of(ruleset), list[Written]()

    def write(event: Option) -> None:
        fields = fields_of(notation, ruleset.words, event[0])
        whose = dict(zip(fields, event[1:], strict=True)).get("seat")
        seat = table.active if whose is None else whose
        known = seat if whose is not None or event[0] in notation.plays else None
        name = partial(title, table, notation.numbered, players=players, known=known)
        words = said(notation, ruleset.words, event, name=name, players=players)
        if words and (whole or event[0] not in notation.seen | notation.secret):
            if "seat" in fields and event[0] not in notation.plays:
                words = f"{players[seat]}: {words}"
            found.append(Written(event, table.turn, table.active, words))  # turn 0 is before the first

    decks = [[printed[ref] for ref in deck] for deck in record.decks]
    chance = Recorded(record.entries)
    game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches)
    table = game.table
    for event in table.events:
        write(event)
    table.events = Told(table, notation.also, write)
    game.follow(chance)
    first = next(((entry.active + 1 - entry.turn) % len(players) for entry in found if entry.turn), table.active)
    return [entry if entry.turn else entry._replace(turn=1, active=first) for entry in found]


def log_of(
    record: Record, ruleset: Ruleset, printed: Mapping[str, PrintedCard], players: Sequence[str]
) -> dict[str, Any]:
    """Return the log of the game ``record``, as JSON, with its decks and its result. Raises Diverged."""
    return as_log(record, entries_of(record, ruleset, printed, players), players)


def as_log(record: Record, written: Sequence[Written], players: Sequence[str]) -> dict[str, Any]:
    """Return the log that says what is ``written`` of the game ``record``."""
    first = (written[0].active + 1 - written[0].turn) % len(players) if written else 0  # before it, turns of silence
    lines: dict[int, list[str]] = {}
    for entry in written:
        lines.setdefault(entry.turn, []).append(entry.words)
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
