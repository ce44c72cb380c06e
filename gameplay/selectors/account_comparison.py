"""Two players' accounts of one game: what they say side by side, and the verdicts on them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from gameplay.engine.adjudication.comparison import ComparedEntry, compare_accounts, merge_accounts, written_lines
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.selectors.game_views import GameView
from gameplay.selectors.reported_courses import judged_game, log_text_of
from gameplay.selectors.reported_games import describe_verdict

Log = Mapping[str, Any]


class ComparedTurn(NamedTuple):
    """What two accounts say about one turn, and whether they agree."""

    number: int
    entries: list[ComparedEntry]
    agrees: bool


class Comparison(NamedTuple):
    """Two accounts side by side, with the numbers of their entries by how they compare.

    ``verdicts`` are pairs of what was judged, in words, and its verdict for display.
    """

    turns: list[ComparedTurn]
    agreed: int
    differing: int
    one_sided: int
    other_result: bool
    verdicts: list[tuple[str, GameView]]


def differs_in_setup(first: Log, second: Log) -> bool:
    """Return whether two logs are about different games or players, so that they cannot be compared."""
    return any(first.get(name) != second.get(name) for name in ("ruleset", "variant", "players", "position"))


def compare_logs(first: Log, second: Log, *, language: str) -> Comparison:
    """Compare two logs of the same players, and judge them. Raise UnreadableError.

    Each account is judged as it is, and together with what only the other one says. Where they differ, it keeps its own
    words, so a judge sees which of the two can be true.
    """
    accounts = [_account(first), _account(second)]
    compared = compare_accounts(*accounts)
    differing, agreed = sum(each.differs for each in compared), sum(each.agrees for each in compared)
    judged = [(_("First account"), first), (_("Second account"), second)]
    judged += _together(judged, compared, accounts)
    return Comparison(
        [
            ComparedTurn(number, entries := list(group), all(each.agrees for each in entries))
            for number, group in groupby(compared, key=attrgetter("turn"))
        ],
        agreed,
        differing,
        len(compared) - agreed - differing,
        first.get("result") != second.get("result"),
        [(title, _describe(log, language)) for title, log in judged],
    )


def _together(
    own: Sequence[tuple[str, Log]], compared: Sequence[ComparedEntry], accounts: Sequence[ReportedGame]
) -> Iterator[tuple[str, Log]]:
    """Yield the logs that have what both accounts say, with titles, but none that says no more than one account."""
    count = max(len(account.turns) for account in accounts)
    merged = [merge_accounts(compared, count, prefer_second=is_second) for is_second in (False, True)]
    (_first, first), (_second, second) = own
    if merged[0] == merged[1]:
        shared = first if first.get("result") == second.get("result") else {**first, "result": {}}
        together = [(_("Both accounts together"), shared)]
    else:
        titles = _("First account and what only the second says"), _("Second account and what only the first says")
        together = list(zip(titles, (first, second), strict=True))
    alone = [written_lines(account, count) for account in accounts]
    for (title, log), lines in zip(together, merged, strict=False):
        if lines not in alone:
            yield title, {**log, "turns": lines}


def _account(log: Log) -> ReportedGame:
    case, _verdict = judged_game(log_text_of(log))
    assert isinstance(case, ReportedGame)
    return case


def _describe(log: Log, language: str) -> GameView:
    case, verdict = judged_game(log_text_of(log))
    return describe_verdict(case, log.get("turns", ()), language=language, found=verdict)
