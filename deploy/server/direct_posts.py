"""The posts of open draft pages, answered without Django's middleware: a pick, and the selection of a card.

They are the most frequent requests of an event, and their response is empty. Most of their time would go into
middleware that adds nothing to it. Such a post is answered here if a page of this site sent it, its session is valid
and the action succeeds. If not, nothing was changed, and Django answers the same request: so every refusal, outage and
error is in one place, and pages without scripts are not concerned. If the connection to the database broke, the action
may have been carried out: `IN_DOUBT_KEY` has Django find that out.
"""

import time
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import Http404, QueryDict
from structlog.contextvars import bind_contextvars

from deploy.monitoring.request_ids import HEADER, META_KEY, request_id
from deploy.monitoring.request_log import log_request
from deploy.server.wsgi_bridge import BODY_REFUSAL_KEY, RECEIVED_KEY
from drafting.views.draft import IN_DOUBT_KEY, select_posted_card, take_posted_card
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure import metrics
from gameplay.infrastructure.held_sessions import account_of_cookies
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account

logger = structlog.get_logger(__name__)
Environ = dict[str, Any]
StartResponse = Callable[..., Any]
PodAction = Callable[[Account, uuid.UUID, QueryDict], None]

POD_ACTIONS: dict[str, PodAction] = {"pick": take_posted_card, "select": select_posted_card}
"""The actions by the last part of their path, /pod/<id>/<action>."""
FORM = "application/x-www-form-urlencoded"
REFUSALS = (RulesError, RulesErrorGroup, UnreadableError, Http404, DatabaseError)


class DirectPosts:
    """Answer posts to `POD_ACTIONS`, and have the WSGI application ``app`` answer all other requests."""

    def __init__(self, app: Callable[[Environ, StartResponse], Any]) -> None:
        self._app = app

    def __call__(self, environ: Environ, start_response: StartResponse) -> Any:
        if (target := _target(environ)) and (headers := _act(environ, *target)):
            start_response("204 No Content", headers)
            return []
        return self._app(environ, start_response)


def _target(environ: Environ) -> tuple[str, uuid.UUID] | None:
    """Return the action and the pod of a post that a page of this site sent; None for any other request."""
    path = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] != "POST" or not path.startswith("/pod/") or BODY_REFUSAL_KEY in environ:
        return None
    pod, _, action = path.removeprefix("/pod/").partition("/")
    is_form = environ.get("CONTENT_TYPE", "").partition(";")[0] == FORM
    if not is_form or action not in POD_ACTIONS or not _is_from_this_site(environ):
        return None
    try:
        return action, uuid.UUID(pod)
    except ValueError:
        return None


def _is_from_this_site(environ: Environ) -> bool:
    """Whether the browser says that a page of this site sent the request. Browsers send Origin with every post."""
    origin = environ.get("HTTP_ORIGIN", "")
    site = environ.get("HTTP_SEC_FETCH_SITE", "same-origin")
    return bool(origin) and urlsplit(origin).netloc == environ.get("HTTP_HOST") and site == "same-origin"


def _act(environ: Environ, action: str, pod_id: uuid.UUID) -> list[tuple[str, str]] | None:
    """Do ``action`` and return the headers of the response, or None if it was refused and changed nothing."""
    identity = request_id(environ.get(META_KEY, ""), proxies=settings.TRUSTED_PROXIES)
    bind_contextvars(request_id=identity, pod_id=str(pod_id))
    actions, received = metrics.track_acknowledgements(), environ.get(RECEIVED_KEY) or time.monotonic()
    body: BytesIO = environ["wsgi.input"]
    try:
        close_old_connections()
        account = account_of_cookies(environ.get("HTTP_COOKIE", ""))
        if account is None:
            return None
        POD_ACTIONS[action](account, pod_id, QueryDict(body.read()))
    except Exception as error:
        environ[IN_DOUBT_KEY] = isinstance(error, DatabaseError)
        if not isinstance(error, REFUSALS):
            logger.exception("direct post failed")
        return None
    finally:
        body.seek(0)
        close_old_connections()
    route = f"pod/<uuid:pod_id>/{action}"
    log_request("POST", route, 204, received=received, actions=actions, account_id=account.pk)
    return [("Cache-Control", "no-store"), (HEADER, identity)]
