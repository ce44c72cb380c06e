"""Template tags and filters: sentences of the pure code in the reader's language, numbers and names."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments.rules.infractions import LEVEL_NAMES, PenaltyLevel
from tournaments.rules.standing_figures import MatchPointsFigure, ShareFigure
from tournaments.selectors.roster import pod_label
from tournaments.selectors.round_work import TimedTable
from tournaments.selectors.time_left import TimeBar, time_bars
from tournaments.sentences import ROLE_NAMES

register = template.Library()


@register.simple_tag
def say(sentence: str, fields: Mapping[str, Any] | None = None) -> str:
    """Return ``sentence`` translated, then filled in with ``fields``."""
    return gettext(sentence).format(**(fields or {})) if sentence else ""


@register.filter
def percent(share: Any) -> str:
    """Return a share as a percentage with two decimals, halves rounded up: 66.67."""
    exact = share if isinstance(share, Fraction) else Fraction(share)
    # floor(10,000 * share + 1/2), computed with integers for speed: a large event has thousands of shares.
    hundredths = (20_000 * exact.numerator + exact.denominator) // (2 * exact.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


@register.simple_tag
def figure_part(name: str, figure: MatchPointsFigure | ShareFigure) -> SafeString:
    """Return the template tournaments/parts/``name``.html rendered for ``figure``.

    The result is cached, because thousands of players share a few different figures.
    """
    return _figure_part(name, figure, get_language() or "en")


@lru_cache(maxsize=4096)
def _figure_part(name: str, figure: MatchPointsFigure | ShareFigure, language: str) -> SafeString:
    return render_to_string(f"tournaments/parts/{name}.html", {"figure": figure})


@register.filter
def unbroken(score: str) -> SafeString:
    """Return ``score`` marked so that no line ends at its hyphen; "" if there is none."""
    return format_html('<span class="score">{}</span>', score) if score else SafeString("")


@register.simple_tag
def counted(results: int) -> SafeString:
    """Return a number of results that tournaments/result_updates.js keeps up to date."""
    return format_html("<span data-counted>{}</span>", results)


@register.filter
def round_title(number: int) -> str:
    """Return the name of an announced round: Round 3. Much faster than `blocktranslate` for thousands of rounds."""
    return gettext("Round {round}").format(round=number)


@register.filter
def decimal(figure: Any) -> str:
    """Return a mean with two decimals: 3.25."""
    return f"{float(figure):.2f}"


@register.filter
def role(code: str) -> str:
    """Return the name of a role in the log."""
    return gettext(ROLE_NAMES[code]) if code in ROLE_NAMES else code


@register.filter
def level(code: str) -> str:
    """Return the name of a penalty level."""
    return gettext(LEVEL_NAMES[PenaltyLevel(code)])


register.filter(pod_label)


@register.simple_tag
def time_left(tables: Sequence[TimedTable], now: datetime) -> list[TimeBar]:
    """Return the bars of the `tables`, the first end of time first; [] in rounds without a clock."""
    return time_bars(tables, now)
