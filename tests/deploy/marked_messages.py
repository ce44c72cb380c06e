"""Find the messages that are marked for translation in the code and in the templates, without GNU gettext."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(settings.BASE_DIR)
APPS = ("cards", "gameplay", "drafting", "tournaments", "operations", "deploy")

SINGLE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
TEMPLATE_CALLS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


class Message(NamedTuple):
    """A marked message; ``context`` and ``plural`` are "" if it has none."""

    text: str
    context: str = ""
    plural: str = ""


def marked_messages() -> set[Message]:
    """Return the messages of all apps and templates."""
    found: set[Message] = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            found.update(_in_code(path))
    for path in (ROOT / "templates").rglob("*.*"):
        found.update(_in_template(path))
    return found


def _in_code(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if name in SINGLE and texts:
                yield Message(texts[0])
            elif name in PLURAL and len(texts) > 1:
                yield Message(texts[0], plural=texts[1])
            elif name in WITH_CONTEXT and len(texts) > 1:
                yield Message(texts[1], context=texts[0])


def _in_template(path: Path) -> Iterator[Message]:
    code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    code = re.sub(r"\n[ \t]+", "\n", code)  # what is left is no Python; its indentation would not parse
    for _line, texts, _comments, context in extract("python", io.BytesIO(code.encode()), TEMPLATE_CALLS, ()):
        single, plural = texts if isinstance(texts, tuple) else (texts, "")
        yield Message(single, context=context or "", plural=plural)
