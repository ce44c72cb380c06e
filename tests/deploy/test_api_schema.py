"""The description of the API at /api/schema/."""

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from deploy.api_schema import _schema_document

pytestmark = pytest.mark.django_db


def test_schema_is_built_once_for_each_format_and_language(monkeypatch: pytest.MonkeyPatch):
    _schema_document.cache_clear()
    built: list[str] = []
    build = SchemaGenerator.get_schema

    def counted(generator: SchemaGenerator, **options: Any) -> Any:
        built.append(get_language() or "")
        return build(generator, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    formats = [("en", "application/json"), ("ja", "application/json"), ("en", "application/vnd.oai.openapi")]

    first, second = (
        [Client().get("/api/schema/", headers={"Accept-Language": lang, "Accept": kind}) for lang, kind in formats]
        for _ in range(2)
    )

    assert built == ["en", "ja", "en"]
    assert [each.content for each in first] == [each.content for each in second]
    assert [each.status_code for each in second] == [200] * 3
    known = {"Accept-Language": "en", "Accept": "application/json", "If-None-Match": first[0].headers["ETag"]}
    again = Client().get("/api/schema/", headers=known)
    assert again.status_code == 304
