"""An id for each request, which all its log lines and its response have.

A trusted proxy may give the id in the header X-Request-ID, so that its log has the same. A client cannot choose it.
"""

import re
from secrets import token_urlsafe

HEADER, META_KEY = "X-Request-ID", "HTTP_X_REQUEST_ID"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")


def request_id(given: str, *, proxies: int) -> str:
    """Return the id ``given`` in the header if it is well-formed and there are trusted ``proxies``; else a new one."""
    return given if proxies and FORM.fullmatch(given) else token_urlsafe(12)
