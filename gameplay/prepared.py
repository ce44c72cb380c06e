"""Queries of the busiest paths: written as querysets, put into SQL once. That costs Django more than asking them.

SEATS = Prepared(lambda: Seat.objects.filter(pod=Given("pod", UUIDField())).order_by("number"))
SEATS.all(pod=pod_id)
"""

from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar, cast

from django.db import connections, models
from django.db.models.expressions import Expression
from django.db.models.query import ModelIterable, QuerySet

M = TypeVar("M", bound=models.Model)


class Given(Expression):
    """Stands in a prepared query for what is given each time it is asked, as ``field`` writes it."""

    def __init__(self, name: str, field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class Prepared(Generic[M]):
    """A query for rows of one model, with what it selects beside them.

    One that locks rows must be asked in a transaction; Django checks that the first time only.
    """

    def __init__(self, write: Callable[[], QuerySet[M]]) -> None:
        self._write = write
        self._ready: dict[str, Any] = {}

    def all(self, **given: Any) -> list[M]:
        """Return the rows for what is ``given``: a value for each `Given` of the query. One query."""
        connection = connections["default"]
        ready = self._ready.get(connection.vendor) or self._prepare(connection)
        compiler, (sql, values) = copy(ready), ready.as_sql()
        filled = [_filled(value, given, connection) for value in values]
        compiler.connection, compiler.as_sql = connection, lambda: (sql, filled)
        # Django's own iterator makes the rows into objects; it asks its query for nothing but a compiler.
        query = cast(Any, SimpleNamespace(get_compiler=lambda using: compiler))
        return list(ModelIterable(QuerySet(compiler.query.model, query=query, using=connection.alias)))

    def _prepare(self, connection: Any) -> Any:
        compiler: Any = self._write().query.get_compiler(connection=connection)
        made = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        compiler.as_sql, compiler.get_converters = lambda: made, lambda columns: converters
        self._ready[connection.vendor] = compiler
        return compiler


def _filled(value: Any, given: dict[str, Any], connection: Any) -> Any:
    return value.output_field.get_db_prep_value(given[value.name], connection) if isinstance(value, Given) else value
