"""Replay and verification of records.

`verify_record` returns one of three verdicts:

    EXACT        every entry is possible by the rules, and every turn ends in the recorded state
    UNVERIFIED   the cards have changed since, so the record cannot be checked
    DIVERGED     the record contradicts the rules or its own checksums, from an entry counted from 0
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import Diverged, OutcomeNeeded, RecordedChance
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import FindCard, Record, catalogue_fingerprint, entries_checksum
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.ruleset import Ruleset

EXACT, UNVERIFIED, DIVERGED = "EXACT", "UNVERIFIED", "DIVERGED"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of `verify_record`.

    ``entry`` is the first entry (or the first entry of the first turn) where a DIVERGED record is wrong, if known.
    ``clause`` is the clause by which the recorded choice is illegal, if known.
    """

    verdict: str
    entry: int | None = None
    clause: str = ""
    reason: str = ""
    outcome: Outcome | None = None


def replay_record(record: Record, ruleset: Ruleset, printed: Mapping[str, PrintedCard]) -> Game:
    """Replay ``record`` with the cards ``printed``, by ref, and return the game at its end.

    Raises Diverged at an entry that is not possible, or at the first entry of a turn that ends in a different state.
    """
    chance = RecordedChance(record.entries)
    game: Game | None = None
    stopped: Diverged | None = None
    try:
        decks = [[printed[ref] for ref in deck] for deck in record.decks]
        game = Game.begin(ruleset, record.variant, decks, chance, switches=record.switches, pausing=record.pausing)
        replay_entries(game, chance)
        if record.outcome is not None:
            game.pass_while_forced()
    except Diverged as diverged:
        stopped = diverged
    except OutcomeNeeded:
        stopped = Diverged(len(record.entries), "the record ends before a required outcome of chance")
    _compare_turns(record, game.turns if game else [], complete=stopped is None)
    if stopped or game is None:
        raise stopped or AssertionError
    if game.outcome != record.outcome:
        raise Diverged(len(record.entries), "the game has another outcome, or is not over")
    return game


def verify_record(text: str, rulesets: Mapping[str, Ruleset], find: FindCard, *, file: str = "") -> Verification:
    """Verify the record in ``text`` with the cards that ``find`` returns.

    Raises UnreadableError for anything that is not a record of one of ``rulesets``.
    """
    record, digest_is_correct = parse_record(text, file=file)
    ruleset = rulesets.get(record.ruleset)
    if ruleset is None or record.variant not in ruleset.variants:
        raise UnreadableError(f"unknown game: {record.ruleset} {record.variant}", file=file, place="ruleset")
    if len(record.decks) not in ruleset.player_counts:
        reason = f"wrong number of players for {ruleset.title}: {len(record.decks)}"
        raise UnreadableError(reason, file=file, place="decks")
    try:
        ruleset.variant(record.variant, record.switches)
    except (TypeError, ValueError) as error:
        raise UnreadableError(str(error), file=file, place="switches") from error
    try:
        doubt_reason = _compare_cards(record, ruleset, find, file)
    except Diverged as diverged:
        return Verification(DIVERGED, diverged.entry, diverged.clause, diverged.reason, record.outcome)
    if not digest_is_correct:
        return Verification(DIVERGED, reason="the digest does not match the record", outcome=record.outcome)
    return Verification(UNVERIFIED if doubt_reason else EXACT, reason=doubt_reason, outcome=record.outcome)


def _compare_cards(record: Record, ruleset: Ruleset, find: FindCard, file: str) -> str:
    """Replay ``record`` if its cards are unchanged; otherwise return why it cannot be verified. Raises Diverged."""
    try:
        printed = record.printed_cards(find, file=file)
    except KeyError as missing:
        _compare_entries(record)
        return f"there is no card {missing.args[0]}"
    if catalogue_fingerprint(printed.values()) == record.catalogue:
        replay_record(record, ruleset, printed)
        return ""
    _compare_entries(record)
    if record.cards is not None:
        raise Diverged(0, "the cards in the record are not those that the game was played with")
    return "the cards have changed since"


def _compare_turns(record: Record, turns: Sequence[tuple[int, int]], *, complete: bool) -> None:
    """Raise Diverged at the first turn where ``record`` and the replayed ``turns`` differ."""
    _compare_entries(record)
    begin = 0
    for (count, state, _), replayed in zip(record.turns, turns, strict=False):
        if (count, state) != replayed:
            raise Diverged(begin, "this turn ends in a different state")
        begin = count
    if complete and len(record.turns) != len(turns):
        raise Diverged(begin, f"the replay has {len(turns)} turns, the record {len(record.turns)}")


def _compare_entries(record: Record) -> None:
    """Raise Diverged at the first turn whose entries do not match their checksum."""
    begin = 0
    for count, _, checksum in record.turns:
        if checksum != entries_checksum(record.entries[begin:count]):
            raise Diverged(begin, "an entry of this turn was changed")
        begin = count
