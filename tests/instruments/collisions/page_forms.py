"""Read the forms of a page, and fill them in at random."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urljoin

WORDS = ("a power failure", "the wrong table", "the players asked for it")
NAMES = ("Iris", "Jonas", "Kaede", "Lena")
NOT_PRESSED = ("/language", "/theme", "/sign-out", "/tour", "/device")
"""Ends of the addresses of forms that change nothing of the event."""


@dataclass
class Control:
    """A control of a form: its type, its value, and the values that can be chosen."""

    kind: str
    name: str
    value: str = ""
    choices: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form that is sent by POST, with its buttons as pairs (address, {name: value})."""

    action: str
    controls: list[Control] = field(default_factory=list)
    buttons: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def fill(self, chance: Random) -> tuple[str, dict[str, str]]:
        """Return an address and data: one of the buttons pressed, and each control kept or filled in."""
        address, data = chance.choice(self.buttons or [(self.action, {})])
        for control in self.controls:
            value = _value(control, chance)
            if value is not None:
                data = {control.name: value} | data
        return address, data


def _value(control: Control, chance: Random) -> str | None:
    """Return what ``control`` sends; None for nothing."""
    if control.kind == "hidden":
        return control.value
    if control.kind == "checkbox":
        return control.value if chance.random() < 0.5 else None
    if control.choices:
        return chance.choice([each for each in control.choices if each] or control.choices)
    if control.kind == "number":
        return control.value if control.value and chance.random() < 0.5 else str(chance.randint(1, 4))
    if control.value:
        return control.value
    return chance.choice(NAMES if control.name in {"handle", "name"} else WORDS)


class _Reader(HTMLParser):
    """Collects the forms of a page. Controls outside of a form can belong to it by their ``form`` attribute."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.open: Form | None = None
        self.select: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open(values)
        elif tag == "option" and self.select:
            self.select.choices.append(values.get("value", ""))
        elif form := self.by_id.get(values.get("form", "")) or self.open:
            self._add(form, tag, values)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = None

    def _open(self, values: dict[str, str]) -> None:
        self.open = None
        if values.get("method") == "post":
            self.open = Form(urljoin(self.address, values.get("action") or self.address))
            self.forms.append(self.open)
            self.by_id[values.get("id") or str(len(self.by_id))] = self.open

    def _add(self, form: Form, tag: str, values: dict[str, str]) -> None:
        name = values.get("name", "")
        if tag == "button":
            address = urljoin(self.address, values.get("formaction") or form.action)
            form.buttons.append((address, {name: values.get("value", "")} if name else {}))
        elif name and tag in {"input", "select", "textarea"}:
            kind = values.get("type", "text") if tag == "input" else tag
            group = next((each for each in form.controls if (each.kind, each.name) == ("radio", name)), None)
            if group:
                group.choices.append(values.get("value", ""))
                return
            value = values.get("value", "on" if kind == "checkbox" else "")
            form.controls.append(Control(kind, name, value, [value] if kind == "radio" else []))
            self.select = form.controls[-1] if tag == "select" else self.select


def read_forms(address: str, page: str) -> list[Form]:
    """Return the forms of ``page`` that change something of an event."""
    reader = _Reader(address)
    reader.feed(page)
    return [each for each in reader.forms if not each.action.partition("?")[0].endswith(NOT_PRESSED)]
