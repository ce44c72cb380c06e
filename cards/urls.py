from django.urls import path

from cards import api as api_views
from cards import views

urlpatterns = [
    path("cards/", views.sets, name="cards"),
    path("cards/back.svg", views.card_back, name="card_back"),
    path("cards/<slug:game>/<slug:code>/<slug:number>.svg", views.card_face, name="card_face"),
    path("cards/<slug:game>/<slug:code>/<slug:number>/art.svg", views.card_art, name="card_art"),
    path("cards/<slug:game>/<slug:code>/", views.card_set, name="card_set"),
    path("cards/<slug:game>/<slug:code>/<slug:number>/read", views.card_text, name="card_text"),
    path("cards/<slug:game>/<slug:code>/<slug:number>", views.card, name="card"),
]
api = [
    path("cards/sets", api_views.SetsApi.as_view(), name="card_sets"),
    path("cards/products", api_views.ProductsApi.as_view(), name="products"),
    path("cards/sets/<slug:game>/<slug:code>", api_views.SetApi.as_view(), name="card_set"),
    path("cards/<slug:game>/<slug:ref>", api_views.CardApi.as_view(), name="card"),
]
