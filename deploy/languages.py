"""The languages of the site: English, and those with a catalogue in deploy/locale."""

from pathlib import Path

from django.conf.locale import LANG_INFO


def languages_with_catalogue(folder: Path) -> list[tuple[str, str]]:
    """Return English and every language with a folder in ``folder``, each with its code and its name in English."""
    folders = sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/django.mo"))
    codes = ["en", *(name.replace("_", "-").lower() for name in folders if name != "en")]
    return [(code, _name(code)) for code in codes]


def _name(code: str) -> str:
    known = LANG_INFO.get(code) or LANG_INFO.get(code.partition("-")[0], {})
    return str(known.get("name", code))
