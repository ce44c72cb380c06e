"""Times of day, which the browser shows in the time zone of the device (deploy/clock.js).

``{% load times %}``, then
``{% local_time event.starts_at "date" %}``   date, hours and minutes
``{% local_time day.starts_at "day" %}``      weekday, day, month, hours and minutes; without a script like "date"
``{% local_time call.at "minutes" %}``        hours and minutes
``{% local_time call.at %}``                  hours, minutes and seconds
"""

from datetime import datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FORMATS = {"": "H:i:s", "minutes": "H:i", "date": "SHORT_DATETIME_FORMAT", "day": "SHORT_DATETIME_FORMAT"}


@register.simple_tag
def local_time(moment: datetime | None, precision: str = "") -> SafeString | str:
    """Return a ``<time>`` element for an aware ``moment``, "" without one. Until a script runs, it shows UTC."""
    if not moment:  # a variable that the context lacks is ""
        return ""
    shown = formats.date_format(timezone.localtime(moment), FORMATS[precision])
    attribute = format_html('="{}"', precision) if precision else ""
    return format_html('<time datetime="{}" data-local{}>{}</time>', moment.isoformat(), attribute, shown)
