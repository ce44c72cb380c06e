"""URLs of the pages of a draft, and of its API under /api/v1/."""

from django.urls import include, path

from drafting.api.urls import api
from drafting.views.choices import choices
from drafting.views.deck import deck
from drafting.views.deck_export import deck_sheet_page, deck_text
from drafting.views.draft import draft, pick, select
from drafting.views.log import draft_log_csv, draft_log_page
from drafting.views.pool_registration import card_names, registration

pod = [
    path("draft", draft, name="draft"),
    path("pick", pick, name="pick"),
    path("select", select, name="select"),
    path("deck", deck, name="deck"),
    path("pool", registration, name="own_pool"),
    path("pool/<int:number>", registration, name="pool"),
    path("cards", card_names, name="pod_cards"),
    path("deck.txt", deck_text, name="deck_text"),
    path("deck/print", deck_sheet_page, name="deck_sheet"),
    path("log", draft_log_page, name="draft_log"),
    path("log.csv", draft_log_csv, name="draft_log_csv"),
]
urlpatterns = [
    path("pod/<uuid:pod_id>/", include(pod)),
    path("draft/choices/<slug:game>/<slug:code>/<slug:form>.json", choices, name="choices"),
]
__all__ = ["api", "urlpatterns"]
