from django.urls import path

from gameplay import views
from gameplay.api.me import MeApi

urlpatterns = [
    path("sign-in", views.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>", views.sign_in_by_link, name="sign_in_by_link"),
    path("sign-out", views.sign_out, name="sign_out"),
    path("recover", views.recover, name="recover"),
    path("language", views.language, name="language"),
]
api = [
    path("me", MeApi.as_view(), name="me"),
]
