"""A thread with enough space for deep calls, which avoids a slow path of CPython.

CPython 3.11 and later keep the frames of a thread in chunks of 16 KiB. A loop that calls functions where one chunk ends
requests the next chunk from the operating system for each call, and returns it: that takes a hundred times as long as
the call. A page has a hundred calls on the stack, so such a loop is frequent; it took a quarter of the time of pages
and tests. Later releases keep the last chunk: https://github.com/python/cpython/issues/142183
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
WORDS = 1 << 16
"""The size of the frame of `call_with_stack_space`: half of a chunk of 1 MiB. The memory is never touched."""


def call_with_stack_space(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Return ``function(*args, **kwargs)``, with 512 KiB for the frames of all calls in one chunk."""
    return function(*args, **kwargs)


call_with_stack_space.__code__ = call_with_stack_space.__code__.replace(co_stacksize=WORDS)
