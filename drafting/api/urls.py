from django.urls import URLPattern, path

from drafting.api import deck, draft, log, officials, pool_registration

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
    path("pods/<uuid:pod_id>/map", officials.PodMapApi.as_view(), name="pod_map"),
    path("pods/<uuid:pod_id>/opening", officials.PackOpeningApi.as_view(), name="pod_opening"),
    path("pods/<uuid:pod_id>/end", officials.EndDraftApi.as_view(), name="pod_end"),
    path("pods/<uuid:pod_id>/pause", officials.PodPauseApi.as_view(), name="pod_pause"),
    path("pods/<uuid:pod_id>/extension", officials.BuildingExtensionApi.as_view(), name="pod_extension"),
    path(f"{SEAT}/bot", officials.SeatBotApi.as_view(), name="pod_seat_bot"),
    path(f"{SEAT}/pause", officials.SeatPauseApi.as_view(), name="pod_seat_pause"),
    path(f"{SEAT}/substitute", officials.SeatSubstituteApi.as_view(), name="pod_seat_substitute"),
    path(f"{SEAT}/closing", officials.SeatClosingApi.as_view(), name="pod_seat_closing"),
    path(f"{SEAT}/seconds", officials.SeatSecondsApi.as_view(), name="pod_seat_seconds"),
    path(f"{SEAT}/time", officials.SeatExtraTimeApi.as_view(), name="pod_seat_time"),
    path(f"{SEAT}/pool", officials.PoolLookApi.as_view(), name="pod_seat_pool"),
    path(f"{SEAT}/pick", officials.PickCorrectionApi.as_view(), name="pod_seat_pick"),
    path(f"{SEAT}/replacement", officials.PackReplacementApi.as_view(), name="pod_seat_pack"),
    path(POOL, pool_registration.PoolRegistrationApi.as_view(), name="registration"),
    path(f"{POOL}/entries", pool_registration.PoolEntriesApi.as_view(), name="registration_entries"),
    path(f"{POOL}/submission", pool_registration.PoolSubmissionApi.as_view(), name="registration_submission"),
    path(f"{POOL}/confirmation", pool_registration.PoolConfirmationApi.as_view(), name="registration_confirmation"),
    path(f"{POOL}/correction", pool_registration.PoolCorrectionApi.as_view(), name="registration_correction"),
]
