"""Two players' accounts of one game: what they say side by side, and the verdicts on them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from gameplay.engine.adjudication.comparison import ComparedEntry, compare_accounts, merge_accounts, written_lines
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.verdict import Verdict
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.errors import _ as mark
from gameplay.selectors.game_views import GameView
from gameplay.selectors.reported_courses import judged_game, log_text_of
from gameplay.selectors.reported_games import describe_verdict

Log = Mapping[str, Any]


class DifferentGamesError(RulesError):
    """Two accounts are about different games or players."""

    code = "accounts_of_different_games"
    sentence = mark("Both accounts must have the same game and the same players.")
    field = "second"


class NotOneGameError(RulesError):
    """An account is the result of a match, without the log of a game; ``field`` is "first" or "second"."""

    code = "not_one_game"
    sentence = mark("This is the result of a match. Enter the log of one game.")

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__()


class ComparedTurn(NamedTuple):
    """What two accounts say about one turn, and whether they agree."""

    number: int
    entries: list[ComparedEntry]
    agrees: bool


class JudgedAccount(NamedTuple):
    """A log that was judged: an account, or what both accounts say; the ``title`` says which."""

    title: str
    log: Log
    game: ReportedGame
    verdict: Verdict

    def describe(self, language: str) -> GameView:
        """Return the verdict for display."""
        return describe_verdict(self.game, self.log.get("turns", ()), language=language, found=self.verdict)


class Comparison(NamedTuple):
    """Two accounts side by side, with the numbers of their entries by how they compare, and the verdicts."""

    turns: list[ComparedTurn]
    agreed: int
    differing: int
    one_sided: int
    other_result: bool
    judged: list[JudgedAccount]


def compare_logs(first: Log, second: Log) -> Comparison:
    """Compare two logs of the same players, and judge them.

    Each account is judged as it is, and together with what only the other one says. Where they differ, it keeps its own
    words, so a judge sees which of the two can be true.

    Raise UnreadableError, NotOneGameError, DifferentGamesError.
    """
    accounts = [_account(first, "first"), _account(second, "second")]
    if any(first.get(name) != second.get(name) for name in ("ruleset", "variant", "players", "position")):
        raise DifferentGamesError
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
        [_judged(title, log) for title, log in judged],
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


def _account(log: Log, field: str) -> ReportedGame:
    case, _verdict = judged_game(log_text_of(log))
    if not isinstance(case, ReportedGame):
        raise NotOneGameError(field)
    return case


def _judged(title: str, log: Log) -> JudgedAccount:
    case, verdict = judged_game(log_text_of(log))
    assert isinstance(case, ReportedGame)
    assert verdict is not None
    return JudgedAccount(title, log, case, verdict)
