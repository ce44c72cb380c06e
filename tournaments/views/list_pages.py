"""Pages of a long list: a search, and the part of the rows that is shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict

from gameplay.infrastructure.handles import normalize_login

Row = TypeVar("Row")

ROWS_PER_PAGE = 100
MAX_SEARCH_LENGTH = 80


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What a request asks of a list: a ``search``, the page with this ``number``, and ``options`` such as a round.

    The list has at most ``total`` rows.
    """

    total: int
    search: str
    number: int
    options: QueryDict

    @property
    def wanted(self) -> str:
        """The search without regard to width and case."""
        return normalize_login(self.search)


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """The ``rows`` of one page of a list that has ``total`` rows, of which ``found`` match the search.

    ``first`` and ``last`` are the places of the shown rows in the list, from 1. ``numbers`` are the pages to link to,
    with "…" for those left out. It ``is_long`` if it does not fit on one page, so that a browser has not all its rows.
    """

    rows: Sequence[Row]
    query: ListQuery
    numbers: Sequence[int | str]
    number: int
    first: int
    last: int
    found: int
    total: int
    is_long: bool


def list_query(request: HttpRequest, *, total: int, size: int = ROWS_PER_PAGE, **options: str) -> ListQuery:
    """Return what ``request`` asks of a list with at most ``total`` rows, with these ``options`` unless they are "".

    The parameters are ``find`` and ``page``; a page that the list cannot have is replaced by the nearest one.
    """
    page = Paginator(range(total), size).get_page(request.GET.get("page"))
    chosen = QueryDict(mutable=True)
    chosen.update({name: value for name, value in options.items() if value})
    return ListQuery(total, request.GET.get("find", "").strip()[:MAX_SEARCH_LENGTH], page.number, chosen)


def list_page(
    rows: Sequence[Row],
    query: ListQuery,
    *,
    matches: Callable[[Row], bool],
    total: int | None = None,
    size: int = ROWS_PER_PAGE,
) -> ListPage[Row]:
    """Return the page of ``rows`` for ``query``; ``matches`` returns whether a row is searched for.

    ``total`` is the length of the list if ``rows`` are only a part of it, and ``size`` the number of rows on a page.
    """
    found = [row for row in rows if matches(row)] if query.wanted else rows
    paginator = Paginator(found, size)
    page = paginator.get_page(query.number)
    total = len(rows) if total is None else total
    return ListPage(
        rows=found[page.start_index() - 1 : page.end_index()] if found else found,
        query=query,
        numbers=list(paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)),
        number=page.number,
        first=page.start_index(),
        last=page.end_index(),
        found=len(found),
        total=total,
        is_long=total > size,
    )
