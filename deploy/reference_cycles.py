"""Breaks the reference cycles of a request, so that its objects are freed as soon as it is answered.

Otherwise everything that a page shows would wait for the garbage collector, which stops all threads while it runs.
"""

from typing import Any

import django_htmx.middleware
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends import django as django_backend
from django.template.context import make_context
from django.utils.safestring import SafeString


class Templates(django_backend.DjangoTemplates):
    """Django's templates, with contexts that are emptied after rendering."""

    def from_string(self, template_code: str) -> "Template":
        return Template(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> "Template":
        return Template(super().get_template(template_name).template, self)


class Template(django_backend.Template):
    """A template of Django. The dictionaries in its context refer to the context."""

    def render(self, context: Any = None, request: HttpRequest | None = None) -> SafeString:
        full_context = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(full_context)
        except TemplateDoesNotExist as error:
            django_backend.reraise(error, self.backend)
        finally:
            full_context.dicts.clear()


class HtmxMiddleware(django_htmx.middleware.HtmxMiddleware):
    """The middleware of django-htmx, without ``request.htmx`` afterwards, which refers to the request."""

    def __call__(self, request: HttpRequest) -> Any:
        try:
            return super().__call__(request)
        finally:
            del request.htmx  # type: ignore[attr-defined]
