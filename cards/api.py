"""The catalogue for programs: open to everybody, the same for everybody, and to be kept for a while."""

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
    """A printed phrase in each language; ``ja`` is the English where there is no other."""

    en = serializers.CharField()
    ja = serializers.SerializerMethodField()

    def get_ja(self, text: LocalizedText) -> str:
        return text.in_language("ja")


class ProductOutput(serializers.Serializer[Product]):
    """What a sealed product holds: so many cards of each rarity."""

    code = serializers.CharField()
    name = TextOutput()
    slots = serializers.DictField(child=serializers.IntegerField())
    wild = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="Further cards, one each: the weights by which its rarity is drawn for every pack.",
    )
    size = serializers.IntegerField()


class SetOutput(serializers.Serializer[Any]):
    game = serializers.CharField()
    code = serializers.CharField()
    name = TextOutput()
    cards = serializers.SerializerMethodField(help_text="How many cards it has.")
    products = ProductOutput(many=True)
    fingerprint = serializers.CharField(help_text="SHA-256 of the set's file.")

    def get_cards(self, card_set: CardSet) -> int:
        return len(card_set.cards)


class LineOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # what the name means here
    text = serializers.CharField()


class FigureOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # what the name means here
    value = serializers.CharField()


class DisplayedCardOutput(serializers.Serializer[selectors.DisplayedCard]):
    """A card in one language."""

    name = serializers.CharField(source="face.name")
    kind = serializers.CharField(source="face.kind")
    element = serializers.CharField()
    rarity = serializers.CharField()
    lines = LineOutput(many=True, source="face.lines")
    figures = FigureOutput(many=True, source="face.stats")
    words = serializers.CharField(help_text="All that stands on the card, to be read aloud.")
    image = serializers.CharField(help_text="Where its face is, as SVG.")


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
    facts = serializers.DictField(help_text="What is printed, in the game's own fields.")
    seen = serializers.SerializerMethodField()

    @extend_schema_field(CardLanguagesOutput)
    def get_seen(self, card: Any) -> dict[str, Any]:
        return {language: DisplayedCardOutput(selectors.display_card(card, language)).data for language in LANGUAGES}


class SetProductOutput(ProductOutput):
    game = serializers.CharField()
    set = serializers.CharField()


@method_decorator(cache_control(public=True, max_age=300), name="dispatch")
class CatalogueApi(APIView):
    """Asks nobody who they are, so that an answer may be kept between them and us."""

    authentication_classes = ()
    permission_classes = [AllowAny]


class SetsApi(CatalogueApi):
    @extend_schema(operation_id="card_sets", responses=SetOutput(many=True))
    def get(self, request: Request) -> Response:
        """Every set of every game."""
        return Response(SetOutput(_all_sets(), many=True).data)


class SetApi(CatalogueApi):
    @extend_schema(operation_id="card_set", responses={200: {"type": "object", "additionalProperties": True}})
    def get(self, request: Request, game: str, code: str) -> Response:
        """One set, as the file that ``cards export`` writes and ``cards import`` reads."""
        return Response(set_json.set_tables(_get_or_404(selectors.card_set, game, code)))


class CardApi(CatalogueApi):
    @extend_schema(operation_id="card", responses=CardOutput)
    def get(self, request: Request, game: str, ref: str) -> Response:
        """One card: its facts, and its words in each language."""
        return Response(CardOutput(_get_or_404(selectors.get_printed_card, game, ref)).data)


class ProductsApi(CatalogueApi):
    @extend_schema(operation_id="products", responses=SetProductOutput(many=True))
    def get(self, request: Request) -> Response:
        """What can be opened: every product of every set."""
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
