"""Watching a reported game step by step.

Nothing of a reported game is stored. The address of the page contains the log, compressed and signed: so the page can
be shared and bookmarked, and every step of it is an address of its own, as in a replay. The signature ensures that the
log has passed the form with its rate limit; the course of the last few games is kept in memory. A log whose address
would be longer than proxies accept has no such page.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.infrastructure.throttle import count_try
from gameplay.selectors.game_views import full_title
from gameplay.selectors.reported_courses import watched_game
from gameplay.selectors.reported_games import describe_verdict
from gameplay.views.look import remember_look
from gameplay.views.replay_page import read_step, show_step

SALT = "paper.log"
MAX_ADDRESS = 6000  # characters
MAX_PER_MINUTE = 300


def watch_link(log: Mapping[str, Any]) -> str:
    """Return the address of the page on which ``log`` can be watched, or "" if it would be too long."""
    address = reverse("paper_watch", args=[signing.dumps(log, salt=SALT, compress=True)])
    return address if len(address) <= MAX_ADDRESS else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watch(request: HttpRequest, signed_log: str) -> HttpResponse:
    """Show a step of the course that the adjudicator has found. A POST chooses the look. Raise TooManyTriesError."""
    try:
        log = signing.loads(signed_log, salt=SALT)
    except signing.BadSignature:
        raise Http404 from None
    if request.method == "POST":
        response: HttpResponse = HttpResponseRedirect(request.get_full_path())
        remember_look(request, response)
        return response
    count_try("watch", str(request.user.pk or request.META["REMOTE_ADDR"]), limit=MAX_PER_MINUTE)
    watched = watched_game(json.dumps(log, sort_keys=True))
    case, turns = watched.case, log.get("turns", ())
    verdict = describe_verdict(case, turns, language=get_language() or "en", found=watched.verdict)
    head = {"id": "", "title": full_title(case.ruleset, case.table.variant.name)}
    step = read_step(request, watched.course)
    return show_step(request, step, names=case.players, head=head, context={"verdict": verdict})
