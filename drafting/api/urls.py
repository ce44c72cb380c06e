from django.urls import URLPattern, path

from drafting.api import deck, direct, draft, log, registration

SEAT = "pods/<uuid:pod_id>/seats/<int:number>"
POOL = "pods/<uuid:pod_id>/registrations/<int:number>"

api: list[URLPattern] = [
    path("pods/<uuid:pod_id>", draft.SeatStateApi.as_view(), name="pod"),
    path("pods/<uuid:pod_id>/picks", draft.PicksApi.as_view(), name="pod_picks"),
    path("pods/<uuid:pod_id>/selection", draft.SelectionApi.as_view(), name="pod_selection"),
    path("pods/<uuid:pod_id>/bot", draft.OwnBotApi.as_view(), name="pod_bot"),
    path("pods/<uuid:pod_id>/deck", deck.DeckApi.as_view(), name="pod_deck"),
    path("pods/<uuid:pod_id>/deck/changes", deck.DeckChangesApi.as_view(), name="pod_deck_changes"),
    path("pods/<uuid:pod_id>/deck/suggestion", deck.DeckSuggestionApi.as_view(), name="pod_deck_suggestion"),
    path("pods/<uuid:pod_id>/deck/fill", deck.DeckFillApi.as_view(), name="pod_deck_fill"),
    path("pods/<uuid:pod_id>/deck/undo", deck.DeckUndoApi.as_view(), name="pod_deck_undo"),
    path("pods/<uuid:pod_id>/submission", deck.DeckSubmissionApi.as_view(), name="pod_submission"),
    path("pods/<uuid:pod_id>/log", log.DraftLogApi.as_view(), name="pod_log"),
    path("pods/<uuid:pod_id>/map", direct.PodMapApi.as_view(), name="pod_map"),
    path("pods/<uuid:pod_id>/opening", direct.PackOpeningApi.as_view(), name="pod_opening"),
    path("pods/<uuid:pod_id>/end", direct.EndDraftApi.as_view(), name="pod_end"),
    path("pods/<uuid:pod_id>/pause", direct.PodPauseApi.as_view(), name="pod_pause"),
    path("pods/<uuid:pod_id>/extension", direct.BuildingExtensionApi.as_view(), name="pod_extension"),
    path(f"{SEAT}/bot", direct.SeatBotApi.as_view(), name="pod_seat_bot"),
    path(f"{SEAT}/pause", direct.SeatPauseApi.as_view(), name="pod_seat_pause"),
    path(f"{SEAT}/substitute", direct.SeatSubstituteApi.as_view(), name="pod_seat_substitute"),
    path(f"{SEAT}/closing", direct.SeatClosingApi.as_view(), name="pod_seat_closing"),
    path(f"{SEAT}/seconds", direct.SeatSecondsApi.as_view(), name="pod_seat_seconds"),
    path(f"{SEAT}/time", direct.SeatExtraTimeApi.as_view(), name="pod_seat_time"),
    path(f"{SEAT}/pool", direct.PoolLookApi.as_view(), name="pod_seat_pool"),
    path(f"{SEAT}/pick", direct.PickCorrectionApi.as_view(), name="pod_seat_pick"),
    path(f"{SEAT}/replacement", direct.PackReplacementApi.as_view(), name="pod_seat_pack"),
    path(POOL, registration.PoolRegistrationApi.as_view(), name="registration"),
    path(f"{POOL}/entries", registration.PoolEntriesApi.as_view(), name="registration_entries"),
    path(f"{POOL}/submission", registration.PoolSubmissionApi.as_view(), name="registration_submission"),
    path(f"{POOL}/confirmation", registration.PoolConfirmationApi.as_view(), name="registration_confirmation"),
    path(f"{POOL}/correction", registration.PoolCorrectionApi.as_view(), name="registration_correction"),
]
