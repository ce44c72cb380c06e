"""Eight ways in which people write down the same game, from the account of a witness.

All of them are true, and use only documented forms. Decisions and chance keep their order.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from gameplay.engine.adjudication.notation import SEPARATOR
from gameplay.engine.adjudication.paper_log import FORMAT
from tests.instruments.reported_games.report import NAMES
from tests.instruments.reported_games.witness import Account, CardName, Kind, Moment, Note

ON_REQUEST = frozenset({Kind.DETAIL})
EVERYTHING = frozenset(Kind) - ON_REQUEST
NECESSARY = frozenset({Kind.DECISION, Kind.CHANCE})
CONSEQUENCES = frozenset({Kind.RESULT, Kind.TOTAL})
LEFT_OUT = 0.5


class Place(StrEnum):
    """Where in the line of a turn its consequences are written."""

    NOTED = "noted"
    START = "start"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A way to write: the kinds of notes, and how they are worded.

    ``names``: entries say whose they are. ``short``: parts that a spectator could only guess are left out.
    ``results_first``: what follows is written before its cause. ``repeats``: results are repeated at the end of the
    line. ``own_view``: the writer is the last player, writes own entries without a name and first, half of what happens
    to others, and no payments of theirs. ``languages``: card names in both languages or by set number, abbreviations,
    and half of the results.
    """

    kinds: frozenset[Kind] = EVERYTHING
    names: bool = True
    short: bool = False
    results_first: bool = False
    repeats: bool = False
    own_view: bool = False
    languages: bool = False


VOICES: dict[str, Voice] = {
    "terse": Voice(kinds=NECESSARY | {Kind.PAYMENT}, names=False),
    "chatty": Voice(repeats=True),
    "consequences first": Voice(results_first=True),
    "opponent's view": Voice(own_view=True),
    "totals only": Voice(kinds=NECESSARY | {Kind.TOTAL}),
    "without payments": Voice(kinds=EVERYTHING - {Kind.PAYMENT}),
    "no guesses": Voice(kinds=EVERYTHING - {Kind.PAYMENT}, short=True),
    "mixed": Voice(names=False, languages=True),
}

IN_FULL = Voice(kinds=frozenset(Kind))
"""Writes a turn in full, as the answer to a question about it."""

ABBREVIATIONS = (
    (re.compile(r"destiny (\d+); destiny (\d+)"), r"destiny \1-\2"),
    (re.compile(r"roll (\d); roll (\d); roll (\d)"), r"roll \1-\2-\3"),
    (re.compile(r"roll (\d); roll (\d)(?=;|$)"), r"roll \1-\2"),
    (re.compile(r"attack with ([^;]+); at ([^;]+)"), r"\1 attacks \2"),
    (re.compile(r"([^;]+ pays for [^;]+); \1(?=;|$)"), r"\1; \1"),
)


class Writer:
    """Writes an account in one voice, but the turns ``in_full`` completely; ``seed`` fixes what is random about it."""

    def __init__(
        self,
        account: Account,
        voice: Voice,
        seed: int,
        in_full: Collection[int] = (),
        *,
        place: Place = Place.NOTED,
    ) -> None:
        self.account, self.voice, self.in_full, self.place = account, voice, in_full, place
        self.seed, self.random, self.random_place = seed, Random(seed), Random(seed)
        self.me = len(account.decks) - 1  # the writer in ``own_view``

    def log(self) -> dict[str, Any]:
        """Return the log as JSON."""
        players, outcome = NAMES[: len(self.account.decks)], self.account.outcome
        winners = [players[seat] for seat in outcome.winners]
        winner = winners if len(winners) > 1 else next(iter(winners), None)
        decks = [{ref: deck.count(ref) for ref in dict.fromkeys(deck)} for deck in self.account.decks]
        return {
            "format": FORMAT,
            "ruleset": self.account.ruleset.name,
            "variant": self.account.variant,
            "players": list(players),
            "first": players[self.account.first],
            "decks": decks,
            "turns": self._lines(),
            "result": {"winner": winner, "points": list(outcome.scores), "reason": outcome.reason},
        }

    def _lines(self) -> list[str]:
        moments: dict[int, list[Moment]] = {}
        for moment in self.account.moments:
            moments.setdefault(max(moment.turn, 1), []).append(moment)
        return [self._line_of_turn(turn, moments.get(turn, ())) for turn in range(1, max(moments) + 1)]

    def _line_of_turn(self, turn: int, moments: Sequence[Moment]) -> str:
        line = self._line(moments)
        in_full = Writer(self.account, IN_FULL, self.seed, place=self.place)
        return in_full._line(moments) if turn in self.in_full else line

    def _line(self, moments: Iterable[Moment]) -> str:
        notes = [note for moment in moments for note in self._ordered(moment.notes) if self._is_written(note)]
        written = [(self.entry(note), note.kind in CONSEQUENCES and not note.is_planted) for note in notes]
        repeated = [entry for entry, is_consequence in written if is_consequence and self.voice.repeats]
        line = f"{SEPARATOR} ".join([*self._placed(written), *dict.fromkeys(repeated)])
        if self.voice.languages:
            for full, short in ABBREVIATIONS:
                line = full.sub(short, line)
        return line

    def _placed(self, written: Sequence[tuple[str, bool]]) -> list[str]:
        """Return the entries of a line, its consequences in the `Place` of the writer."""
        if self.place is Place.NOTED:
            return [entry for entry, _ in written]
        entries = [entry for entry, is_consequence in written if not is_consequence]
        consequences = [entry for entry, is_consequence in written if is_consequence]
        if self.place is Place.START:
            return [*consequences, *entries]
        for entry in self.random_place.sample(consequences, len(consequences)):
            entries.insert(self.random_place.randint(0, len(entries)), entry)
        return entries

    def _ordered(self, notes: Sequence[Note]) -> list[Note]:
        """Return the notes of a moment in the order of the voice; decisions and chance keep theirs."""
        if self.voice.results_first:
            return sorted(notes, key=lambda note: note.kind in NECESSARY)
        if self.voice.own_view:
            return sorted(notes, key=lambda note: note.kind in NECESSARY or note.seat != self.me)
        return list(notes)

    def _is_written(self, note: Note) -> bool:
        if note.is_planted:
            return True
        if note.kind not in self.voice.kinds:
            return False
        theirs = self.voice.own_view and note.seat not in (self.me, None)
        if note.kind is Kind.PAYMENT:  # a writer notes the payments of a player, or does not
            return not theirs
        left_out = self.voice.languages or theirs
        return note.kind in NECESSARY or not left_out or self.random.random() >= LEFT_OUT

    def entry(self, note: Note) -> str:
        """Return the entry for a note."""
        words = (note.short if self.voice.short else "") or note.words
        text = words.format(*map(self._title, note.cards))
        is_named = note.seat is not None and self.voice.names and not (self.voice.own_view and note.seat == self.me)
        if is_named and note.seat is not None:
            return f"{NAMES[note.seat]}: {text}"
        return text

    def _title(self, card: CardName) -> str:
        printed = self.account.cards[card.ref].name
        forms = [printed.en, printed.ja or printed.en, card.ref]
        title = self.random.choice(forms) if self.voice.languages else printed.en
        if self.voice.short:
            return title
        owner = "" if card.owner is None else f"{NAMES[card.owner]}'s "
        return f"{owner}{title}" + ("" if card.copy is None else f" #{card.copy}")
