from django.urls import URLPattern, path

from drafting.api import deck, direct, draft, log, registration

SEAT = "pods/<uuid:pod_id>/seats/<int:number>"
POOL = "pods/<uuid:pod_id>/registrations/<int:number>"

api: list[URLPattern] = [
    path("pods/<uuid:pod_id>", draft.StateApi.as_view(), name="pod"),
    path("pods/<uuid:pod_id>/picks", draft.PicksApi.as_view(), name="pod_picks"),
    path("pods/<uuid:pod_id>/selection", draft.SelectionApi.as_view(), name="pod_selection"),
    path("pods/<uuid:pod_id>/bot", draft.OwnBotApi.as_view(), name="pod_bot"),
    path("pods/<uuid:pod_id>/deck", deck.DeckApi.as_view(), name="pod_deck"),
    path("pods/<uuid:pod_id>/deck/changes", deck.DeckChangesApi.as_view(), name="pod_deck_changes"),
    path("pods/<uuid:pod_id>/deck/suggestion", deck.DeckSuggestionApi.as_view(), name="pod_deck_suggestion"),
    path("pods/<uuid:pod_id>/deck/fill", deck.DeckFillApi.as_view(), name="pod_deck_fill"),
    path("pods/<uuid:pod_id>/deck/undo", deck.DeckUndoApi.as_view(), name="pod_deck_undo"),
    path("pods/<uuid:pod_id>/submission", deck.SubmissionApi.as_view(), name="pod_submission"),
    path("pods/<uuid:pod_id>/log", log.LogApi.as_view(), name="pod_log"),
    path("pods/<uuid:pod_id>/map", direct.MapApi.as_view(), name="pod_map"),
    path("pods/<uuid:pod_id>/opening", direct.OpeningApi.as_view(), name="pod_opening"),
    path("pods/<uuid:pod_id>/end", direct.EndApi.as_view(), name="pod_end"),
    path("pods/<uuid:pod_id>/pause", direct.PauseApi.as_view(), name="pod_pause"),
    path("pods/<uuid:pod_id>/extension", direct.ExtensionApi.as_view(), name="pod_extension"),
    path(f"{SEAT}/bot", direct.SeatBotApi.as_view(), name="pod_seat_bot"),
    path(f"{SEAT}/pause", direct.SeatPauseApi.as_view(), name="pod_seat_pause"),
    path(f"{SEAT}/substitute", direct.SeatSubstituteApi.as_view(), name="pod_seat_substitute"),
    path(f"{SEAT}/closing", direct.SeatClosingApi.as_view(), name="pod_seat_closing"),
    path(f"{SEAT}/seconds", direct.SeatSecondsApi.as_view(), name="pod_seat_seconds"),
    path(f"{SEAT}/time", direct.SeatTimeApi.as_view(), name="pod_seat_time"),
    path(f"{SEAT}/pool", direct.SeatLookApi.as_view(), name="pod_seat_pool"),
    path(f"{SEAT}/pick", direct.SeatPickApi.as_view(), name="pod_seat_pick"),
    path(f"{SEAT}/replacement", direct.SeatPackApi.as_view(), name="pod_seat_pack"),
    path(POOL, registration.RegistrationApi.as_view(), name="registration"),
    path(f"{POOL}/entries", registration.EntriesApi.as_view(), name="registration_entries"),
    path(f"{POOL}/submission", registration.SubmissionApi.as_view(), name="registration_submission"),
    path(f"{POOL}/confirmation", registration.ConfirmationApi.as_view(), name="registration_confirmation"),
    path(f"{POOL}/correction", registration.CorrectionApi.as_view(), name="registration_correction"),
]
