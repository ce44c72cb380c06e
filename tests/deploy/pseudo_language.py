"""A catalogue of a language that the project does not have, in a temporary folder: every sentence is in brackets."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.deploy.marked_messages import marked_messages

CODE_OF_LANGUAGE = "code of the language of this catalogue, as in lang"


def write_catalogue(folder: Path, language: str) -> None:
    """Write the compiled catalogue of ``language`` into ``folder``, as in deploy/locale."""
    catalogue = Catalog(locale=language)
    for message in marked_messages():
        translated = language if message.context == CODE_OF_LANGUAGE else f"⟦{message.text}⟧"
        if message.plural:
            forms = (translated,) + (f"⟦{message.plural}⟧",) * (catalogue.num_plurals - 1)
            catalogue.add((message.text, message.plural), forms, context=message.context or None)
        else:
            catalogue.add(message.text, translated, context=message.context or None)
    path = folder / language / "LC_MESSAGES"
    path.mkdir(parents=True)
    with (path / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
