"""Codes that people read out, write down and type in, and what the database keeps of them."""

import secrets
import unicodedata

from django.utils.crypto import salted_hmac

# Without 0 and O, 1 and I and L: nobody should have to ask which it is.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_code(length: int) -> str:
    """Return a random code; each character is worth a little under five bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """Return a random name that nobody can guess, for an address: 192 bits."""
    return secrets.token_urlsafe(24)


def format_code(code: str, size: int = 4) -> str:
    """Return ``code`` as it is written down: K7QM-2XWP-9DTR-5HVN."""
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def normalize_code(text: str) -> str:
    """Return the code somebody typed, whatever width, case, spaces or dashes they used."""
    return "".join(character for character in unicodedata.normalize("NFKC", text).upper() if character in ALPHABET)


def digest(purpose: str, code: str) -> str:
    """Return what is kept of ``code``: worthless without the site's secret, and for any other purpose."""
    return salted_hmac(f"gameplay.codes.{purpose}", code, algorithm="sha256").hexdigest()
