"""Calls from an app to one above it, which it cannot import: each is a port that the app above registers with.

An app declares its ports in a module ``ports``, each typed by a protocol. The app above registers the implementation in
its AppConfig.ready. A call runs where it is made: inside the caller's transaction, and an error in it is the caller's.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from django.core.exceptions import ImproperlyConfigured

from cards.faces import Face
from cards.printed import CardSet, PrintedCard

P = TypeVar("P")


class Port(Generic[P]):
    """What is registered for a protocol: one implementation, or one for each name.

    ``default`` answers while nothing is registered; a port without one must be registered with before the site starts.
    """

    declared: ClassVar[list["Port[Any]"]] = []

    def __init__(self, protocol: type[P], *, default: P | None = None, required: bool = True) -> None:
        self.protocol, self._default = protocol, default
        self.required = required and default is None
        self._registered: dict[str, P] = {}
        Port.declared.append(self)

    def __call__(self) -> P:
        """Return the implementation. Raises ImproperlyConfigured if there is none."""
        found = self._registered.get("", self._default)
        if found is None:
            raise ImproperlyConfigured(f"nothing is registered for {self}")
        return found

    def get(self, name: str) -> P | None:
        """Return the implementation registered under ``name``, None if there is none."""
        return self._registered.get(name)

    def register(self, implementation: P, name: str = "") -> None:
        """Register ``implementation``. Raises ImproperlyConfigured if it does not fit, or another one is registered."""
        if name in self._registered:
            raise ImproperlyConfigured(f"{self} {name}".strip() + " is registered twice")
        if faults := list(_faults(self.protocol, implementation)):
            raise ImproperlyConfigured(f"{implementation!r} does not fit {self}: " + "; ".join(faults))
        self._registered[name] = implementation

    @contextmanager
    def overridden(self, implementation: P, name: str = "") -> Iterator[P]:
        """Use ``implementation`` instead for the duration of a ``with`` block, as tests do."""
        before = dict(self._registered)
        self._registered.pop(name, None)
        try:
            self.register(implementation, name)
            yield implementation
        finally:
            self._registered = before

    @property
    def is_unregistered(self) -> bool:
        """Whether the port must be registered with, and is not."""
        return self.required and not self._registered

    def __str__(self) -> str:
        return f"{self.protocol.__module__}.{self.protocol.__qualname__}"


def check_registered() -> None:
    """Raise ImproperlyConfigured unless every port that has to be is registered with. For the start of a process."""
    if missing := sorted(str(port) for port in Port.declared if port.is_unregistered):
        raise ImproperlyConfigured(f"nothing is registered for {', '.join(missing)}")


def _faults(protocol: type, implementation: object) -> Iterator[str]:
    for name, method in inspect.getmembers(protocol, inspect.isfunction):
        if name.startswith("_") and name != "__call__":
            continue
        found = implementation if name == "__call__" else getattr(implementation, name, None)
        if not callable(found):
            yield f"it has no {name}"
        elif not _accepts(found, list(inspect.signature(method).parameters.values())[1:]):
            yield f"{name} takes other parameters"


def _accepts(function: Callable[..., object], parameters: Sequence[inspect.Parameter]) -> bool:
    """Whether ``function`` can be called with the parameters ``wanted``, by position or by name as they say."""
    by_position = [each.name for each in parameters if each.kind is each.POSITIONAL_ONLY]
    by_name = {each.name: None for each in parameters if each.kind is not each.POSITIONAL_ONLY}
    try:
        inspect.signature(function).bind(*by_position, **by_name)
    except TypeError:
        return False
    return True


class CardGames(Protocol):
    """What the games say of their cards."""

    def game_titles(self) -> dict[str, str]:
        """Return the games by name, each with its title, in the order in which they are listed."""

    def card_face(self, card: PrintedCard, language: str) -> Face:
        """Return ``card`` as it is seen in ``language``. Raises CatalogueError."""

    def check_set(self, card_set: CardSet) -> None:
        """Read every card as its game does. Raises CatalogueError with file, line and reason."""


card_games = Port(CardGames)
