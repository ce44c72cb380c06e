"""Verifies a finished game: its record by the rules, its shuffles by the seed, and its log by the chain of hashes."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from cards.selectors import get_printed_card
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.record_replay import DIVERGED, EXACT, verify_record
from gameplay.engine.core.stored_choices import matches_seed
from gameplay.games import RULESETS
from gameplay.infrastructure.log import verify_stream
from gameplay.models import OnlineGame
from gameplay.selectors.lessons import LESSON

PASSED, FAILED, UNKNOWN = "passed", "failed", "unknown"


class GameCheck(NamedTuple):
    """One check: PASSED, FAILED or UNKNOWN, what was checked, and what was found. ``clause`` is the violated one."""

    result: str
    title: str
    text: str
    clause: str = ""


def verify_game(game: OnlineGame) -> list[GameCheck]:
    """Verify a finished game. It is replayed three times. Three queries."""
    return [*_check_record(game), *_check_shuffles(game), *_check_log(game)]


def overall_result(checks: list[GameCheck]) -> str:
    """Return the worst result of ``checks``."""
    return max((check.result for check in checks), key=(PASSED, UNKNOWN, FAILED).index)


def _check_record(game: OnlineGame) -> Iterator[GameCheck]:
    found, title = verify_record(game.record, RULESETS, get_printed_card, file="record"), gettext("The record")
    record = game.record_json
    if found.verdict == EXACT:
        text = gettext(
            "All %(count)s entries were replayed by the rules. Each choice was allowed, each turn ends in the recorded "
            "state, and the result is the recorded one. Digest: %(digest)s…"
        )
        fields = {"count": len(record["entries"]), "digest": record["digest"][:16]}
        yield GameCheck(PASSED, title, text % fields)
    elif found.verdict == DIVERGED and found.entry is not None:
        text = gettext("From entry %(entry)s on, the record contradicts the rules or its own checksums.")
        yield GameCheck(FAILED, title, text % {"entry": found.entry}, found.clause)
    elif found.verdict == DIVERGED:
        yield GameCheck(FAILED, title, gettext("The record contradicts its own digest."))
    else:
        text = gettext("Its checksums are correct, but its cards have changed since, so it cannot be replayed.")
        yield GameCheck(UNKNOWN, title, text)


def _check_shuffles(game: OnlineGame) -> Iterator[GameCheck]:
    """Compare the shuffles with the seed. The result reveals nothing of a seed that is still secret."""
    title = gettext("The shuffles")
    if game.guide == LESSON:
        yield GameCheck(PASSED, title, gettext("This is a lesson: its cards lie in a fixed order."))
        return
    stream = RandomStream(bytes(game.seed), game.chance)
    choices = list(game.choices.order_by("number").values_list("option", flat=True))
    matches = matches_seed(game.record, choices, stream, RULESETS, get_printed_card)
    if matches:
        text = gettext("The game was dealt again from its seed: all shuffles and random numbers are the recorded ones.")
        yield GameCheck(PASSED, title, text)
    elif matches is None:
        yield GameCheck(UNKNOWN, title, gettext("They cannot be compared with the seed without the original cards."))
    else:
        yield GameCheck(FAILED, title, gettext("They are not those that the seed determines."))


def _check_log(game: OnlineGame) -> Iterator[GameCheck]:
    found, title = verify_stream(game.stream), gettext("The site's log of this game")
    if found.is_intact:
        text = ngettext(
            "Its %(count)s entry is as it was written.",
            "Its %(count)s entries are as they were written: each contains the hash of the one before.",
            found.entries,
        )
        yield GameCheck(PASSED, title, text % {"count": found.entries})
    else:
        text = gettext("Entry %(number)s was changed, moved or removed.")
        yield GameCheck(FAILED, title, text % {"number": found.number})
