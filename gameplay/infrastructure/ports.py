"""Calls to the apps above, which this one may not import: settings name them.

A call runs where it is made: inside the caller's transaction, and an error in it is the caller's error.
"""

from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


def call(setting: str, *arguments: Any, **named: Any) -> list[Any]:
    """Call everything ``settings.<setting>`` lists, in order, and return what each answers."""
    return [import_string(path)(*arguments, **named) for path in getattr(settings, setting)]


def gather(setting: str, *arguments: Any) -> dict[Any, Any]:
    """Call everything ``settings.<setting>`` lists and return what all of them tell as one."""
    return {key: value for told in call(setting, *arguments) for key, value in told.items()}
