"""The course of a reported game step by step, as the adjudicator has found it.

Everybody at the table would have seen this: cards of hands and decks are face down. The log may leave out the name of a
card that all players have seen; its face is then assumed, and marked as such.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext

from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.course import CourseStep, course_steps
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.engine.adjudication.verdict import LEGAL, Verdict
from gameplay.engine.core.errors import UnreadableError, _
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from gameplay.selectors.game_views import GameView, localized_view, outcome_title
from gameplay.selectors.replays import GameCourse, Moment, StepMark


@dataclass(frozen=True, slots=True)
class ReportedCourse(GameCourse):
    """The course of a reported game; ``texts`` are the entries of its log. All readers see the same of it."""

    found: Sequence[CourseStep]
    texts: Sequence[str]
    steps: tuple[StepMark, ...]
    has_perspectives = False

    def moment(self, index: int, *, seat: int, names: Sequence[str], language: str) -> Moment:
        step, before = self.found[index], self.steps[index - 1] if index else None
        view: GameView = {"players": [{"name": name} for name in names], "since": 0}
        view |= localized_view(step, None, names, language=language)
        _mark_assumed_faces(view, step)
        if view["outcome"]:
            view["outcome"]["title"] = outcome_title(view["outcome"], None, names)
        first_new_event = before.events if before and before.turn == self.steps[index].turn else 0
        return Moment(view, first_new_event, "", None, self._next_entry(step))

    def whole_log(self, *, seat: int, names: Sequence[str], language: str) -> list[tuple[GameView, int]]:
        events: list[tuple[GameView, int]] = []
        for _turn, indices in groupby(range(len(self.steps)), key=lambda index: self.steps[index].turn):
            of_turn = list(indices)
            view = localized_view(self.found[of_turn[-1]], None, names, language=language)
            counts = [self.steps[index].events for index in of_turn]
            events += [(event, of_turn[bisect_right(counts, number)]) for number, event in enumerate(view["events"])]
        return events

    def _next_entry(self, step: CourseStep) -> GameView:
        """Return the entry of the log that comes next, or that it ends."""
        if step.entry_number >= len(self.texts):
            return {"text": gettext("The log ends here.")}
        return {"text": gettext("Next in the log: “%(entry)s”") % {"entry": self.texts[step.entry_number]}}


class WatchedGame(NamedTuple):
    """A reported game, the verdict on it, and the course that was found."""

    case: ReportedGame
    verdict: Verdict
    course: ReportedCourse


def log_text_of(log: Mapping[str, Any]) -> str:
    """Return the text by which the verdict on ``log`` is cached."""
    return json.dumps(log, sort_keys=True)


@lru_cache(maxsize=8)
def judged_game(log_text: str) -> tuple[ReportedGame | ReportedMatch, Verdict | None]:
    """Return the reported game in ``log_text`` with its verdict, or a reported match; the result is cached.

    Raise UnreadableError for a log that cannot be read.
    """
    case = reported_game_from_json(json.loads(log_text), RULESETS, known_cards)
    return (case, None) if isinstance(case, ReportedMatch) else (case, adjudicate(case))


@lru_cache(maxsize=8)
def watched_game(log_text: str) -> WatchedGame:
    """Judge the log in ``log_text``, and return its course; the result is cached.

    Raise UnreadableError for a log that cannot be read, or for which no course was found.
    """
    case, verdict = judged_game(log_text)
    if isinstance(case, ReportedMatch) or verdict is None:
        raise UnreadableError(_("a result without a log cannot be watched"), place="turns")
    found = course_steps(case, verdict)
    if not found:
        raise UnreadableError(_("no course of this game was found"), place="turns")
    if verdict.status == LEGAL and verdict.outcome:
        found[-1] = replace(found[-1], outcome=verdict.outcome)
    texts = list({entry.number: entry.text for entry in case.all_entries}.values())
    marks = tuple(_step_mark(step) for step in found)
    return WatchedGame(case, verdict, ReportedCourse(found, texts, marks))


def _step_mark(step: CourseStep) -> StepMark:
    table = step.table
    return StepMark(step.entry_number, table.turn, tuple(table.scores()), len(table.events))


def _mark_assumed_faces(view: GameView, step: CourseStep) -> None:
    """Mark the face-up cards whose names do not follow from the log."""
    text = gettext("assumed: the log does not name this card")
    for zone, shown in zip(step.table.zones(), view["zones"], strict=True):
        for card, placed in zip(zone.cards, shown.get("cards", ()), strict=False):
            if card not in step.known:
                placed["assumed"] = text
                placed["marks"].append(text)
