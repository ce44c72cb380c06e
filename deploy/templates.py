"""A template loader that drops indentation, so that readable templates make small pages."""

import re

from django.template import Origin
from django.template.loaders import filesystem


class Loader(filesystem.Loader):
    """Load a template without the indentation of its lines. Line numbers stay as they are in the file."""

    def get_contents(self, origin: Origin) -> str:
        return re.sub(r"\n[ \t]+", "\n", super().get_contents(origin))
