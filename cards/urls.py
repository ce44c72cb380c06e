from django.urls import path

from cards import views

urlpatterns = [
    path("cards/back.svg", views.card_back, name="card_back"),
    path("cards/<slug:game>/<slug:code>/<slug:number>.svg", views.card_face, name="card_face"),
]
