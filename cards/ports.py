"""Ports: calls from an app to an app of a higher layer, which it cannot import.

An app declares its ports in a module ``ports``, each typed by a protocol. The higher app registers an implementation
in its AppConfig.ready. A call is synchronous: it runs in the caller's transaction, and errors propagate to the caller.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from django.core.exceptions import ImproperlyConfigured

from cards.faces import Face
from cards.keywords import Keyword
from cards.printed import CardSet, PrintedCard

P = TypeVar("P")


class Port(Generic[P]):
    """The registry of a protocol's implementation, or of one implementation for each name.

    ``default`` is used while nothing is registered. A required port without a default must have an implementation
    before the site starts.
    """

    declared: ClassVar[list["Port[Any]"]] = []

    def __init__(self, protocol: type[P], *, default: P | None = None, required: bool = True) -> None:
        self.protocol, self._default = protocol, default
        self.required = required and default is None
        self._registered: dict[str, P] = {}
        Port.declared.append(self)

    def __call__(self) -> P:
        """Return the implementation. Raises ImproperlyConfigured if there is none."""
        implementation = self._registered.get("", self._default)
        if implementation is None:
            raise ImproperlyConfigured(f"no implementation is registered for {self}")
        return implementation

    def get(self, name: str) -> P | None:
        """Return the implementation registered under ``name``, or None."""
        return self._registered.get(name)

    def register(self, implementation: P, name: str = "") -> None:
        """Register ``implementation``.

        Raises ImproperlyConfigured if it does not implement the protocol, or if there already is an implementation.
        """
        if name in self._registered:
            raise ImproperlyConfigured(f"{self} {name}".strip() + " is registered twice")
        if faults := list(_faults(self.protocol, implementation)):
            raise ImproperlyConfigured(f"{implementation!r} does not implement {self}: " + "; ".join(faults))
        self._registered[name] = implementation

    @contextmanager
    def overridden(self, implementation: P, name: str = "") -> Iterator[P]:
        """Use ``implementation`` instead for the duration of a ``with`` block, in tests."""
        before = dict(self._registered)
        self._registered.pop(name, None)
        try:
            self.register(implementation, name)
            yield implementation
        finally:
            self._registered = before

    @property
    def is_unregistered(self) -> bool:
        """Whether the port is required and has no implementation."""
        return self.required and not self._registered

    def __str__(self) -> str:
        return f"{self.protocol.__module__}.{self.protocol.__qualname__}"


def check_registered() -> None:
    """Raise ImproperlyConfigured unless every required port has an implementation. Called when a process starts."""
    if missing := sorted(str(port) for port in Port.declared if port.is_unregistered):
        raise ImproperlyConfigured(f"no implementation is registered for {', '.join(missing)}")


def _faults(protocol: type, implementation: object) -> Iterator[str]:
    for name, method in inspect.getmembers(protocol, inspect.isfunction):
        if name.startswith("_") and name != "__call__":
            continue
        function = implementation if name == "__call__" else getattr(implementation, name, None)
        if not callable(function):
            yield f"it has no method {name}"
        elif not _accepts(function, list(inspect.signature(method).parameters.values())[1:]):
            yield f"{name} takes other parameters"


def _accepts(function: Callable[..., object], parameters: Sequence[inspect.Parameter]) -> bool:
    """Return whether ``function`` accepts ``parameters``, by position or by name depending on their kind."""
    by_position = [each.name for each in parameters if each.kind is each.POSITIONAL_ONLY]
    by_name = {each.name: None for each in parameters if each.kind is not each.POSITIONAL_ONLY}
    try:
        inspect.signature(function).bind(*by_position, **by_name)
    except TypeError:
        return False
    return True


class CardGames(Protocol):
    """The interface of the games to their cards."""

    def game_titles(self) -> dict[str, str]:
        """Return the titles of the games by name, in display order."""

    def card_face(self, card: PrintedCard, language: str) -> Face:
        """Return the face of ``card`` in ``language``. Raises CatalogueError."""

    def keywords(self, game: str) -> Sequence[Keyword]:
        """Return the keywords of a game, in the order in which cards list them."""

    def check_set(self, card_set: CardSet) -> None:
        """Validate every card of a set by the rules of its game. Raises CatalogueError with file, line and reason."""


card_games = Port(CardGames)
