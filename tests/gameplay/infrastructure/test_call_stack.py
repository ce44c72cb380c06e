"""Deep calls do not request memory from the operating system again and again."""

import resource
from concurrent.futures import ThreadPoolExecutor

import pytest

from gameplay.infrastructure.call_stack import call_with_stack_space

DEPTH, CALLS = 200, 500


def call_at_depth(depth: int) -> None:
    """Call a function `CALLS` times with ``depth`` frames below it."""
    if depth:
        call_at_depth(depth - 1)
    else:
        for _ in range(CALLS):
            leave()


def leave() -> None:
    pass


def page_faults_by_depth() -> list[int]:
    found = []
    for depth in range(DEPTH):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        call_at_depth(depth)
        found.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    return found


def test_calls_need_no_new_memory_at_any_depth():
    with ThreadPoolExecutor(1) as thread:  # its stack is empty, unlike that of this test
        found = thread.submit(call_with_stack_space, page_faults_by_depth).result()

    assert max(found) < CALLS / 2


def test_arguments_result_and_error_are_passed_on():
    assert call_with_stack_space(sorted, [3, 1], reverse=True) == [3, 1]
    with pytest.raises(ValueError, match="invalid literal"):
        call_with_stack_space(int, "x")
