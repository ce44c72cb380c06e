"""The questions of undecidable verdicts, answered until a log is decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication.verdict import UNDECIDABLE

MAX_QUESTIONS = 8


@dataclass(frozen=True, slots=True)
class CompletionResult:
    """The number of requests for facts, and the final verdict.

    ``unexpected_need`` is set if the facts that were requested last could not be supplied.
    """

    questions: int
    verdict: str
    unexpected_need: str = ""


def answer_questions(
    judge: Callable[[], dict[str, Any]],
    supply: Callable[[list[dict[str, Any]]], bool],
    max_questions: int = MAX_QUESTIONS,
) -> CompletionResult:
    """Judge a log, and supply what the verdict requests, until it is decided.

    ``supply`` returns whether it adds anything to the log.
    """
    for questions in range(max_questions + 1):
        verdict = judge()
        if verdict["verdict"] != UNDECIDABLE:
            return CompletionResult(questions, verdict["verdict"])
        if not supply(verdict["needs"]):
            break
    return CompletionResult(questions + 1, UNDECIDABLE, str(verdict["needs"]))
