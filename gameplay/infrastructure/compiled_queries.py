"""Compiled queries for the busiest paths: written as querysets, compiled to SQL once.

Django needs more time to compile such a query than the database needs to run it.

SEATS = CompiledSelect(lambda: Seat.objects.filter(pod=BindParam("pod", UUIDField())).order_by("number"))
SEATS.fetch(pod=pod_id)
SELECT = CompiledUpdate(lambda: Seat.objects.filter(pk=BindParam("seat", UUIDField())), "selected")
SELECT.execute(seat=seat_id, selected=token)
PICKS = CompiledInsert(Pick)
PICKS.insert(pick)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import connections, models
from django.db.models.expressions import Expression
from django.db.models.query import QuerySet, get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=models.Model)


class BindParam(Expression):
    """A parameter of a compiled query. Its value is given at each execution and converted by ``field``."""

    def __init__(self, name: str, field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _CompiledStatement:
    """A query compiled for one database vendor."""

    sql: str
    values: Sequence[Any]
    model: type[models.Model]
    columns: Sequence[str]
    populators: Sequence[Any]  # set the objects of select_related
    converters: Sequence[tuple[int, Any, Any]]  # column number, converter function, column expression


class CompiledSelect(Generic[M]):
    """A SELECT of rows of one model, without annotations; it may have ``select_related``.

    A query that locks rows must run in a transaction. Django only checks that the first time.
    """

    def __init__(self, build_queryset: Callable[[], QuerySet[M]]) -> None:
        self._build_queryset = build_queryset
        self._compiled: dict[str, _CompiledStatement] = {}

    def fetch(self, **params: Any) -> list[M]:
        """Return the rows for ``params``, a value for each `BindParam` of the query. One query."""
        connection = connections["default"]
        select = self._compiled.get(connection.vendor) or self._compile(connection)
        with connection.cursor() as cursor:
            cursor.execute(select.sql, [_prepare_lookup_value(value, params, connection) for value in select.values])
            rows = cursor.fetchall()
        found, width = [], len(select.columns)
        for row in map(list, rows):
            for position, convert, expression in select.converters:
                row[position] = convert(row[position], expression, connection)
            built = select.model.from_db(connection.alias, select.columns, row[:width])
            for populator in select.populators:
                populator.populate(row, built)
            found.append(built)
        return cast("list[M]", found)

    def first(self, **params: Any) -> M | None:
        """Return the first of the rows, or None. One query."""
        return next(iter(self.fetch(**params)), None)

    def _compile(self, connection: Any) -> _CompiledStatement:
        compiler: Any = self._build_queryset().query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        columns = [column for column, *_ in compiler.select]
        converters = [
            (position, convert, expression)
            for position, (converts, expression) in compiler.get_converters(columns).items()
            for convert in converts
        ]
        names = [columns[position].target.attname for position in compiler.klass_info["select_fields"]]
        build_populators: Any = get_related_populators  # its stub is that of a later Django
        populators = build_populators(compiler.klass_info, compiler.select, connection.alias)
        select = _CompiledStatement(sql, values, compiler.query.model, names, populators, converters)
        return self._compiled.setdefault(connection.vendor, select)


class CompiledUpdate(Generic[M]):
    """An UPDATE of ``fields`` of the rows that a queryset selects. The queryset may not use another table."""

    def __init__(self, build_queryset: Callable[[], QuerySet[M]], *fields: str) -> None:
        self._build_queryset, self._fields = build_queryset, fields
        self._compiled: dict[str, tuple[str, Any]] = {}

    def execute(self, **params: Any) -> int:
        """Run the UPDATE and return the number of rows. ``params`` has the fields and the parameters. One query."""
        connection = connections["default"]
        sql, values = self._compiled.get(connection.vendor) or self._compile(connection)
        with connection.cursor() as cursor:
            cursor.execute(sql, [_prepare_saved_value(value, params, connection) for value in values])
            return int(cursor.rowcount)

    def _compile(self, connection: Any) -> tuple[str, Any]:
        query: Any = self._build_queryset().query.chain(UpdateQuery)
        columns = [query.get_meta().get_field(name) for name in self._fields]
        query.add_update_fields([(column, None, BindParam(column.name, column)) for column in columns])
        statement: tuple[str, Any] = query.get_compiler(connection=connection).as_sql()
        self._compiled[connection.vendor] = statement
        return statement


class CompiledInsert(Generic[M]):
    """An INSERT of a row of ``model``. All fields need a value; ``db_default`` is not applied."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._compiled: dict[str, str] = {}

    def insert(self, row: M) -> None:
        """Insert ``row`` and set its generated primary key, if it has one. One query."""
        connection = connections["default"]
        sql = self._compiled.get(connection.vendor) or self._compile(connection)
        values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            for field, value in zip(
                self._generated_fields, cursor.fetchone() if self._generated_fields else (), strict=True
            ):
                setattr(row, field.attname, value)
        row._state.adding, row._state.db = False, connection.alias

    @cached_property
    def _generated_fields(self) -> "list[models.Field[Any, Any]]":
        """The fields that the database sets in a new row."""
        return [field for field in self._model._meta.concrete_fields if isinstance(field, models.AutoField)]

    @cached_property
    def _fields(self) -> "list[models.Field[Any, Any]]":
        return [field for field in self._model._meta.concrete_fields if field not in self._generated_fields]

    def _compile(self, connection: Any) -> str:
        template = self._model()
        for field in self._fields:
            setattr(template, field.attname, BindParam(field.attname, field))
        query: Any = InsertQuery(self._model)
        query.insert_values(self._fields, [template])
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = self._generated_fields
        [(sql, _values)] = compiler.as_sql()
        self._compiled[connection.vendor] = sql
        return str(sql)


def _prepare_saved_value(value: Any, params: dict[str, Any], connection: Any) -> Any:
    return (
        value.output_field.get_db_prep_save(params[value.name], connection) if isinstance(value, BindParam) else value
    )


def _prepare_lookup_value(value: Any, params: dict[str, Any], connection: Any) -> Any:
    return (
        value.output_field.get_db_prep_value(params[value.name], connection) if isinstance(value, BindParam) else value
    )
