"""Payloads of live updates: the row of a match that has changed, so that open pages of an event need not reload."""

import json

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from gameplay.infrastructure.hub import StreamPayload
from tournaments.models import Match
from tournaments.rules.agreement import Agreement
from tournaments.selectors.pairings import PairedMatch
from tournaments.selectors.results import match_rows


def result_payload(match: Match, before: Agreement, after: Agreement) -> StreamPayload | None:
    """Return the change of the row of ``match``, for everybody who may see the event, in all languages of the site.

    It is a list of one change, since a slow client receives several together. ``counted`` is 1 if the result has become
    final, and ``all_in`` is true if it was the last one of the round. None in team events, whose tables have a row for
    the teams, too: pages reload. Makes two queries at most, four more when no table is left without a report.
    """
    if match.a.team_id:
        return None
    pairing, html = PairedMatch(match, after), {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            html[language] = render_to_string("tournaments/parts/pairing_state.html", {"pairing": pairing})
    change = {
        "row": str(match.pk),
        "round": match.round.number,
        "state": "final" if after.is_final else "missing",
        "won": pairing.winner,
        "counted": int(after.is_final) - int(before.is_final),
        "all_in": after.is_final and _are_all_results_in(match),
        "html": html,
    }
    return StreamPayload(json.dumps([change], separators=(",", ":")))


def _are_all_results_in(match: Match) -> bool:
    played = Match.objects.filter(round=match.round_id, kind=Match.Kind.PLAYED)
    if played.filter(reports=None, losses=None).exists():
        return False  # without reading thousands of reports
    return all(row.agreed.is_final for row in match_rows([match.round]))
