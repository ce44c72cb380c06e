"""Ports: what an app above may register, and what is noticed when it does not fit."""

from typing import Protocol

import pytest
from django.core.exceptions import ImproperlyConfigured

from cards.ports import Port, check_registered


class Greeter(Protocol):
    """Something that greets."""

    def greet(self, name: str) -> str:
        return f"Hello, {name}."


class Nobody(Greeter):
    """Greets as the protocol does."""


class Formal(Greeter):
    def greet(self, name: str) -> str:
        return f"Good evening, {name}."


class Renamed:
    def greet(self, who: str) -> str:
        return who


class Demanding:
    def greet(self, name: str, language: str) -> str:
        return name + language


class Rule(Protocol):
    """Whether something may be done to the thing with this id."""

    def __call__(self, identity: str, /) -> bool: ...


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ports of these tests are no ports of the site."""
    monkeypatch.setattr(Port, "declared", list(Port.declared))


def test_what_is_registered_answers():
    port = Port(Greeter)

    port.register(Formal())

    assert port().greet("Ana") == "Good evening, Ana."


def test_until_something_is_registered_the_default_answers():
    port = Port(Greeter, default=Nobody())

    assert port().greet("Ana") == "Hello, Ana."


def test_a_port_without_a_default_must_be_registered_with():
    port = Port(Greeter)

    with pytest.raises(ImproperlyConfigured, match="Greeter"):
        port()
    with pytest.raises(ImproperlyConfigured, match="Greeter"):
        check_registered()
    port.register(Formal())
    check_registered()


@pytest.mark.parametrize("other", [object(), Renamed(), Demanding()])
def test_what_does_not_fit_is_refused(other: Greeter):
    with pytest.raises(ImproperlyConfigured, match="greet"):
        Port(Greeter).register(other)


def test_nothing_is_registered_twice():
    port = Port(Greeter)
    port.register(Formal())

    with pytest.raises(ImproperlyConfigured, match="twice"):
        port.register(Nobody())


def test_rules_are_registered_by_name():
    port = Port(Rule)
    port.register(str.isdigit, "number")

    rule = port.get("number")

    assert rule
    assert rule("12")
    assert port.get("letter") is None


def test_a_function_with_other_parameters_is_refused():
    def rule(account: object, identity: str) -> bool:
        return True

    with pytest.raises(ImproperlyConfigured, match="other parameters"):
        Port(Rule).register(rule)  # type: ignore[arg-type]


def test_a_replacement_ends_with_its_block():
    port = Port(Greeter, default=Nobody())
    port.register(Formal())

    with port.overridden(Nobody()):
        assert port().greet("Ana") == "Hello, Ana."

    assert port().greet("Ana") == "Good evening, Ana."


def test_every_port_of_the_site_is_registered_with():
    check_registered()

    assert len(Port.declared) >= 8
