import time
from collections.abc import Callable


def eventually(condition: Callable[[], object], *, seconds: float = 30) -> bool:
    """Wait until ``condition()`` is true; return whether it was true within ``seconds``."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
