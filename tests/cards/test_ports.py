"""Ports: registering implementations, and refusing those that do not match the protocol."""

from typing import Protocol

import pytest
from django.core.exceptions import ImproperlyConfigured

from cards.ports import Port, check_registered


class Greeter(Protocol):
    """Something that greets."""

    def greet(self, name: str) -> str:
        return f"Hello, {name}."


class Informal(Greeter):
    """A greeter with the protocol's own method."""


class Formal(Greeter):
    def greet(self, name: str) -> str:
        return f"Good evening, {name}."


class RenamedParameter:
    def greet(self, who: str) -> str:
        return who


class ExtraParameter:
    def greet(self, name: str, language: str) -> str:
        return name + language


class Rule(Protocol):
    """A rule for the object with this id."""

    def __call__(self, identity: str, /) -> bool: ...


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the ports of these tests out of the site's ports."""
    monkeypatch.setattr(Port, "declared", list(Port.declared))


def test_registered_implementation_is_used():
    port = Port(Greeter)

    port.register(Formal())

    assert port().greet("Ana") == "Good evening, Ana."


def test_default_is_used_until_an_implementation_is_registered():
    port = Port(Greeter, default=Informal())

    assert port().greet("Ana") == "Hello, Ana."


def test_port_without_a_default_needs_an_implementation():
    port = Port(Greeter)

    with pytest.raises(ImproperlyConfigured, match="Greeter"):
        port()
    with pytest.raises(ImproperlyConfigured, match="Greeter"):
        check_registered()
    port.register(Formal())
    check_registered()


@pytest.mark.parametrize("other", [object(), RenamedParameter(), ExtraParameter()])
def test_implementation_that_does_not_match_is_refused(other: Greeter):
    with pytest.raises(ImproperlyConfigured, match="greet"):
        Port(Greeter).register(other)


def test_second_implementation_is_refused():
    port = Port(Greeter)
    port.register(Formal())

    with pytest.raises(ImproperlyConfigured, match="twice"):
        port.register(Informal())


def test_implementations_are_registered_by_name():
    port = Port(Rule)
    port.register(str.isdigit, "number")

    rule = port.get("number")

    assert rule
    assert rule("12")
    assert port.get("letter") is None


def test_function_with_other_parameters_is_refused():
    def rule(account: object, identity: str) -> bool:
        return True

    with pytest.raises(ImproperlyConfigured, match="other parameters"):
        Port(Rule).register(rule)  # type: ignore[arg-type]


def test_override_ends_with_its_block():
    port = Port(Greeter, default=Informal())
    port.register(Formal())

    with port.overridden(Informal()):
        assert port().greet("Ana") == "Hello, Ana."

    assert port().greet("Ana") == "Good evening, Ana."


def test_every_port_of_the_site_has_an_implementation():
    check_registered()

    assert len(Port.declared) >= 8
