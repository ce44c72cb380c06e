"""A draft's pages, and what it offers under /api/v1/."""

from django.urls import path

from drafting.api.urls import api
from drafting.views.choices import choices
from drafting.views.deck import deck
from drafting.views.draft import draft, pick, select
from drafting.views.lists import deck_paper, deck_text
from drafting.views.log import log, log_csv
from drafting.views.registration import card_names, registration

urlpatterns = [
    path("pod/<uuid:pod_id>/draft", draft, name="draft"),
    path("pod/<uuid:pod_id>/pick", pick, name="pick"),
    path("pod/<uuid:pod_id>/select", select, name="select"),
    path("pod/<uuid:pod_id>/deck", deck, name="deck"),
    path("pod/<uuid:pod_id>/pool", registration, name="own_pool"),
    path("pod/<uuid:pod_id>/pool/<int:number>", registration, name="pool"),
    path("pod/<uuid:pod_id>/cards", card_names, name="pod_cards"),
    path("pod/<uuid:pod_id>/deck.txt", deck_text, name="deck_text"),
    path("pod/<uuid:pod_id>/deck/print", deck_paper, name="deck_sheet"),
    path("pod/<uuid:pod_id>/log", log, name="draft_log"),
    path("pod/<uuid:pod_id>/log.csv", log_csv, name="draft_log_csv"),
    path("draft/choices/<slug:game>/<slug:code>/<slug:form>.json", choices, name="choices"),
]
__all__ = ["api", "urlpatterns"]
