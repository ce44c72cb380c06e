"""The public API of the card catalogue. Responses are the same for every client and may be cached."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards import ports, selectors, set_json
from cards.printed import LANGUAGES, CardSet, LocalizedText, Product

Lookup = Callable[..., Any]


class TextOutput(serializers.Serializer[LocalizedText]):
    """A printed phrase in each language; ``ja`` is the English phrase if there is no Japanese one."""

    en = serializers.CharField()
    ja = serializers.SerializerMethodField()

    def get_ja(self, text: LocalizedText) -> str:
        return text.in_language("ja")


class ProductOutput(serializers.Serializer[Product]):
    """The contents of a sealed product: the number of cards of each rarity."""

    code = serializers.CharField()
    name = TextOutput()
    slots = serializers.DictField(child=serializers.IntegerField())
    wild = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="Additional slots of one card each. The rarity is drawn for every pack with these weights.",
    )
    size = serializers.IntegerField()


class SetOutput(serializers.Serializer[Any]):
    game = serializers.CharField()
    code = serializers.CharField()
    name = TextOutput()
    cards = serializers.SerializerMethodField(help_text="The number of cards in the set.")
    products = ProductOutput(many=True)
    fingerprint = serializers.CharField(help_text="SHA-256 of the set's file.")

    def get_cards(self, card_set: CardSet) -> int:
        return len(card_set.cards)


class LineOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the label of one
    text = serializers.CharField()


class FigureOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the label of one
    value = serializers.CharField()


class DisplayedCardOutput(serializers.Serializer[selectors.DisplayedCard]):
    """A card in one language."""

    name = serializers.CharField(source="face.name")
    kind = serializers.CharField(source="face.kind")
    element = serializers.CharField()
    rarity = serializers.CharField()
    lines = LineOutput(many=True, source="face.lines")
    figures = FigureOutput(many=True, source="face.stats")
    words = serializers.CharField(help_text="The whole text of the card, for screen readers.")
    image = serializers.CharField(help_text="The address of its face, an SVG image.")


class CardLanguagesOutput(serializers.Serializer[Any]):
    en = DisplayedCardOutput()
    ja = DisplayedCardOutput()


class CardOutput(serializers.Serializer[Any]):
    ref = serializers.CharField()
    game = serializers.CharField()
    set = serializers.CharField(source="set_code")
    number = serializers.CharField()
    type = serializers.CharField()
    rarity = serializers.CharField()
    facts = serializers.DictField(help_text="The printed values, in the fields of the game.")
    seen = serializers.SerializerMethodField()

    @extend_schema_field(CardLanguagesOutput)
    def get_seen(self, card: Any) -> dict[str, Any]:
        return {language: DisplayedCardOutput(selectors.display_card(card, language)).data for language in LANGUAGES}


class SetProductOutput(ProductOutput):
    game = serializers.CharField()
    set = serializers.CharField()


@method_decorator(cache_control(public=True, max_age=300), name="dispatch")
class CatalogueApi(APIView):
    """A public view without authentication, so that shared caches may store its responses."""

    authentication_classes = ()
    permission_classes = [AllowAny]


class SetsApi(CatalogueApi):
    @extend_schema(operation_id="card_sets", responses=SetOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return every set of every game."""
        return Response(SetOutput(_all_sets(), many=True).data)


class SetApi(CatalogueApi):
    @extend_schema(operation_id="card_set", responses={200: {"type": "object", "additionalProperties": True}})
    def get(self, request: Request, game: str, code: str) -> Response:
        """Return one set, in the format of ``cards export`` and ``cards import``."""
        return Response(set_json.set_tables(_get_or_404(selectors.card_set, game, code)))


class CardApi(CatalogueApi):
    @extend_schema(operation_id="card", responses=CardOutput)
    def get(self, request: Request, game: str, ref: str) -> Response:
        """Return one card: its facts, and its text in each language."""
        return Response(CardOutput(_get_or_404(selectors.get_printed_card, game, ref)).data)


class ProductsApi(CatalogueApi):
    @extend_schema(operation_id="products", responses=SetProductOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return every sealed product of every set."""
        products = [
            ProductOutput(product).data | {"game": card_set.game, "set": card_set.code}
            for card_set in _all_sets()
            for product in card_set.products
        ]
        return Response(products)


def _all_sets() -> list[CardSet]:
    return [card_set for game in ports.card_games().game_titles() for card_set in selectors.card_sets(game)]


def _get_or_404(select: Lookup, game: str, name: str) -> Any:
    try:
        return select(game, name)
    except KeyError:
        raise Http404 from None
