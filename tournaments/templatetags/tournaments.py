"""Templates from the pure code, in the reader's language."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.utils.translation import gettext

from tournaments.rules.infractions import LEVELS, Level
from tournaments.selectors.roster import pod_label
from tournaments.sentences import ROLES

register = template.Library()


@register.simple_tag
def say(sentence: str, fields: Mapping[str, Any] | None = None) -> str:
    """Return ``sentence`` translated, then filled in with ``fields``."""
    return gettext(sentence).format(**(fields or {})) if sentence else ""


@register.filter
def percent(share: Any) -> str:
    """Return a share as people read it, halves rounded up: 66.67."""
    hundredths = int(Fraction(share) * 10_000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


@register.filter
def decimal(figure: Any) -> str:
    """Return a mean as people read it: 3.25."""
    return f"{float(figure):.2f}"


@register.filter
def role(code: str) -> str:
    """Return what a role in the log is called."""
    return gettext(ROLES[code]) if code in ROLES else code


@register.filter
def level(code: str) -> str:
    """Return what a level of penalties is called."""
    return gettext(LEVELS[Level(code)])


register.filter(pod_label)
