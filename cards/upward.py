"""What the games say of their cards. They stand above this app, so a setting names who speaks for them."""

from importlib import import_module
from typing import Protocol, cast

from django.conf import settings

from cards.faces import Face
from cards.printed import CardSet, PrintedCard


class Games(Protocol):
    """The module that ``settings.CARD_GAMES`` names."""

    def titles(self) -> dict[str, str]:
        """Return the games by name, each with its title, in the order in which they are listed."""

    def face(self, card: PrintedCard, language: str) -> Face:
        """Return ``card`` as it is seen in ``language``. Raises CatalogueError."""

    def check(self, card_set: CardSet) -> None:
        """Read every card as its game does. Raises CatalogueError with file, line and reason."""


def games() -> Games:
    return cast(Games, import_module(settings.CARD_GAMES))
