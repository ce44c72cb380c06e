from django.urls import path

from gameplay.api.games import ChoiceApi, ConcessionApi, GameApi
from gameplay.api.logs import AdjudicateApi
from gameplay.api.me import MeApi
from gameplay.api.positions import ApplyApi, OptionsApi
from gameplay.views import accounts, games

urlpatterns = [
    path("sign-in", accounts.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>", accounts.sign_in_by_link, name="sign_in_by_link"),
    path("sign-out", accounts.sign_out, name="sign_out"),
    path("recover", accounts.recover, name="recover"),
    path("language", accounts.language, name="language"),
    path("game/<uuid:game_id>", games.game, name="game"),
]
api = [
    path("games/<uuid:game_id>", GameApi.as_view(), name="game"),
    path("games/<uuid:game_id>/choices", ChoiceApi.as_view(), name="game_choices"),
    path("games/<uuid:game_id>/concession", ConcessionApi.as_view(), name="game_concession"),
    path("logs/adjudicate", AdjudicateApi.as_view(), name="log_adjudicate"),
    path("positions/options", OptionsApi.as_view(), name="position_options"),
    path("positions/apply", ApplyApi.as_view(), name="position_apply"),
    path("me", MeApi.as_view(), name="me"),
]
