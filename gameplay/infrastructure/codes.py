"""Codes that people read aloud, write down and type, and the digests under which the database stores them."""

import secrets
import unicodedata

from django.utils.crypto import salted_hmac

# Without the characters that are easily confused: 0 and O, and 1, I and L.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_code(length: int) -> str:
    """Return a random code of ``length`` characters, each with a little under five bits of entropy."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """Return a random token of 192 bits for a URL."""
    return secrets.token_urlsafe(24)


def format_code(code: str, size: int = 4) -> str:
    """Return ``code`` in groups of ``size`` characters, such as K7QM-2XWP-9DTR-5HVN."""
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def normalize_code(text: str) -> str:
    """Return the code in ``text`` without regard to width, case, spaces and dashes."""
    return "".join(character for character in unicodedata.normalize("NFKC", text).upper() if character in ALPHABET)


def digest(purpose: str, code: str) -> str:
    """Return the digest under which ``code`` is stored: an HMAC with the site's secret, different for each purpose."""
    return salted_hmac(f"gameplay.codes.{purpose}", code, algorithm="sha256").hexdigest()
