from django.urls import path

from gameplay.api.games import CardUsesApi, ChoiceApi, ConcessionApi, GameApi, PassingApi, PaymentApi, TakeBackApi
from gameplay.api.logs import AdjudicateApi, CompareAccountsApi
from gameplay.api.me import MeApi
from gameplay.api.people import PeopleApi, RematchApi
from gameplay.api.positions import ApplyApi, OptionsApi
from gameplay.api.practice import PlayApi
from gameplay.api.records import CorrectionsApi, PositionApi, RecordApi, ReplayApi, VerifyApi
from gameplay.views import (
    account_comparison,
    accounts,
    advice,
    games,
    judging,
    learn,
    people,
    practice,
    replays,
    reported_game_course,
    reported_games,
    rules,
)

urlpatterns = [
    path("sign-in", accounts.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>", accounts.sign_in_by_link, name="sign_in_by_link"),
    path("sign-out", accounts.sign_out, name="sign_out"),
    path("recover", accounts.recover, name="recover"),
    path("language", accounts.language, name="language"),
    path("play", practice.modes, name="modes"),
    path("play/<slug:game>/<slug:variant>/<int:seats>", practice.play, name="play"),
    path("game/<uuid:game_id>", games.game, name="game"),
    path("game/<uuid:game_id>/advice", advice.advice, name="game_advice"),
    path("game/<uuid:game_id>/people", people.people, name="game_people"),
    path("game/<uuid:game_id>/judge", judging.judge, name="game_judge"),
    path("game/<uuid:game_id>/judge/replay", judging.judge_replay, name="game_judge_replay"),
    path("replay/<str:token>", replays.replay, name="replay"),
    path("replay/<str:token>/record", replays.record, name="replay_record"),
    path("replay/<str:token>/position", replays.position, name="replay_position"),
    path("replay/<str:token>/picture.png", replays.picture, name="replay_picture"),
    path("replay/<str:token>/verify", replays.verify, name="replay_verify"),
    path("paper", reported_games.reported_game, name="paper"),
    path("paper/compare", account_comparison.compare_accounts, name="paper_compare"),
    path("paper/entries", reported_games.complete_entry, name="paper_entries"),
    path("paper/watch/<str:signed_log>", reported_game_course.watch, name="paper_watch"),
    path("paper/watch/<str:signed_log>/picture.png", reported_game_course.picture, name="paper_picture"),
    path("learn/<slug:game>", learn.learn, name="learn"),
    path("rules/<slug:game>", rules.guide, name="rules"),
    path("rules/<slug:game>/clauses", rules.clauses, name="rules_clauses"),
]
api = [
    path("games/<uuid:game_id>", GameApi.as_view(), name="game"),
    path("games/<uuid:game_id>/cards/<str:card>", CardUsesApi.as_view(), name="game_card"),
    path("games/<uuid:game_id>/choices", ChoiceApi.as_view(), name="game_choices"),
    path("games/<uuid:game_id>/concession", ConcessionApi.as_view(), name="game_concession"),
    path("games/<uuid:game_id>/corrections", CorrectionsApi.as_view(), name="game_corrections"),
    path("games/<uuid:game_id>/passing", PassingApi.as_view(), name="game_passing"),
    path("games/<uuid:game_id>/payment", PaymentApi.as_view(), name="game_payment"),
    path("games/<uuid:game_id>/people", PeopleApi.as_view(), name="game_people"),
    path("games/<uuid:game_id>/rematch", RematchApi.as_view(), name="game_rematch"),
    path("games/<uuid:game_id>/take-back", TakeBackApi.as_view(), name="game_take_back"),
    path("games/<uuid:game_id>/position", PositionApi.as_view(), name="game_position"),
    path("games/<uuid:game_id>/record", RecordApi.as_view(), name="game_record"),
    path("games/<uuid:game_id>/replay", ReplayApi.as_view(), name="game_replay"),
    path("play", PlayApi.as_view(), name="play"),
    path("logs/adjudicate", AdjudicateApi.as_view(), name="log_adjudicate"),
    path("logs/compare", CompareAccountsApi.as_view(), name="log_compare"),
    path("records/verify", VerifyApi.as_view(), name="record_verify"),
    path("positions/options", OptionsApi.as_view(), name="position_options"),
    path("positions/apply", ApplyApi.as_view(), name="position_apply"),
    path("me", MeApi.as_view(), name="me"),
]
