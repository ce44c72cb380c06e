"""Pages of a long list: a search, the part of the rows that is shown, and the row of the user."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest

from gameplay.infrastructure.handles import normalize_login

Row = TypeVar("Row")

ROWS_PER_PAGE = 100
MAX_SEARCH_LENGTH = 80


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """The ``rows`` of one page of a list that has ``total`` rows, of which ``found`` match the search.

    ``first`` and ``last`` are the places of the shown rows in the list, from 1. ``numbers`` are the pages to link to,
    with "…" for those left out. ``own_page`` has the row of the user; None without one, or during a search.
    """

    rows: Sequence[Row]
    number: int
    numbers: Sequence[int | str]
    first: int
    last: int
    found: int
    total: int
    search: str
    own_page: int | None
    size: int

    @property
    def is_long(self) -> bool:
        """Whether the list needs several pages, so that rows cannot be searched in the browser."""
        return self.total > self.size


def search_text(request: HttpRequest) -> str:
    """Return what the user searches for: the parameter ``find``."""
    return request.GET.get("find", "").strip()[:MAX_SEARCH_LENGTH]


def list_page(
    request: HttpRequest,
    rows: Sequence[Row],
    *,
    matches: Callable[[Row, str], bool],
    is_own: Callable[[Row], bool] = lambda _row: False,
    total: int | None = None,
    size: int = ROWS_PER_PAGE,
) -> ListPage[Row]:
    """Return the page of ``rows`` in the parameter ``page``, the nearest one if there is no such page.

    ``matches`` returns whether a row matches a search, which is normalized by `normalize_login`. ``total`` is the
    length of the list if ``rows`` are only a part of it, and ``size`` the number of rows on a page.
    """
    search = search_text(request)
    wanted = normalize_login(search)
    found = [row for row in rows if matches(row, wanted)] if wanted else rows
    paginator = Paginator(found, size)
    page = paginator.get_page(request.GET.get("page"))
    own = None if search else next((place for place, row in enumerate(found) if is_own(row)), None)
    return ListPage(
        rows=page.object_list,
        number=page.number,
        numbers=list(paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)),
        first=page.start_index(),
        last=page.end_index(),
        found=len(found),
        total=len(rows) if total is None else total,
        search=search,
        own_page=None if own is None else own // size + 1,
        size=size,
    )
