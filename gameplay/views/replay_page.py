"""The page on which a reader moves through the steps of a game, and the part of it that changes with the step.

The query string names the step: ``e`` is the number of the entry that comes next (older links have ``at``), ``step``
counts the steps from 1. ``seat`` shows what the player of that seat saw, instead of all cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext

from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.views import JUDGE
from gameplay.infrastructure.rasterizer import font_family
from gameplay.selectors import games
from gameplay.selectors.board import arrange_board, find_pile
from gameplay.selectors.game_views import GameView
from gameplay.selectors.layout import arrange_table, teams_sentence
from gameplay.selectors.replays import GameCourse, Moment, Note
from gameplay.selectors.timeline import draw_timeline
from gameplay.views.board import LINE_BREAKS, numbered_events
from gameplay.views.look import chosen_look

PAGE, PART, PILE = "gameplay/replay/page.html", "gameplay/replay/part.html", "gameplay/board/pile_cards.html"
WHOLE_LOG = "gameplay/replay/whole_log.html"


@dataclass(frozen=True, slots=True)
class StepRequest:
    """The step and the reader's seat that a query string asks for. ``seat`` is JUDGE for all cards."""

    course: GameCourse
    index: int
    seat: int

    @property
    def entry(self) -> int:
        """The number of the entry after the step."""
        return self.course.steps[self.index].entry

    @property
    def seat_query(self) -> str:
        """The end of the query string of a link to another step with the same seat."""
        return "" if self.seat == JUDGE else f"&seat={self.seat}"

    def link(self, index: int) -> str:
        """Return the query string of the step ``index``."""
        return f"?e={self.course.steps[index].entry}{self.seat_query}"


def read_step(request: HttpRequest, course: GameCourse) -> StepRequest:
    """Return the requested step; by default the first one, with all cards. Raise UnreadableError."""
    entry, step, seat = requested_entry(request), _number(request, "step"), _number(request, "seat")
    if seat is not None and seat >= len(course.steps[0].scores):
        raise UnreadableError(f"there is no seat {seat}", place="seat")
    index = course.index_at(entry or 0)
    if entry is None and step is not None:
        index = min(max(step - 1, 0), len(course.steps) - 1)
    return StepRequest(course, index, JUDGE if seat is None else seat)


def requested_entry(request: HttpRequest) -> int | None:
    """Return the number of the entry in the query string, or None. Raise UnreadableError."""
    return next((number for name in ("e", "at") if (number := _number(request, name)) is not None), None)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    return games.parse_entry_number(text, place=name) if text else None


def requested_moment(step: StepRequest, names: Sequence[str], head: GameView) -> Moment:
    """Return the requested step with its view in the reader's language."""
    language = get_language() or "en"
    moment = step.course.moment(step.index, seat=step.seat, names=names, language=language)
    return moment._replace(game_view=moment.game_view | head)


def show_step(
    request: HttpRequest,
    step: StepRequest,
    *,
    names: Sequence[str],
    head: GameView,
    notes: Sequence[Note] = (),
    context: dict[str, Any],
) -> HttpResponse:
    """Return the page, its part, the cards of the pile ``pile``, or with ``log`` all events of the game.

    ``notes`` are all notes of judges. ``context`` is added to that of the page. With a ``picture_path``, the address of
    the picture, the page has a link preview.
    """
    moment, is_part = requested_moment(step, names, head), bool(request.htmx)  # type: ignore[attr-defined]
    shown = _moment_context(step, moment) | {"look": chosen_look(request), "is_part": is_part}
    shown["notes"] = [note for note in notes if step.course.index_at(note.entry) == step.index]
    if "log" in request.GET:
        return _show_whole_log(request, step, names, shown, is_part=is_part)
    if "pile" in request.GET:
        return _show_pile(request, moment.game_view, shown, is_part=is_part)
    if shown["look"] == "table":
        shown |= {"board": arrange_board(moment.game_view), "open": True}
    else:
        shown |= arrange_table(moment.game_view)
    shown["teams"] = teams_sentence(moment.game_view | {"seat": JUDGE})
    if is_part:
        response = render(request, PART, shown)
        response.content = LINE_BREAKS.sub(b" ", response.content)
        return response
    if "picture_path" in context:
        shown |= _preview_context(request, step, moment.game_view, context["picture_path"])
    annotated = sorted({step.course.index_at(note.entry) for note in notes})
    shown["annotated"] = [(index + 1, step.link(index)) for index in annotated]
    return render(request, PAGE, context | shown | _page_context(step, names))


def _moment_context(step: StepRequest, moment: Moment) -> dict[str, Any]:
    """Return the context of the part of the page that changes with the step."""
    view, first_new = moment.game_view, moment.first_new_event
    events = [event._replace(fresh=event.number >= first_new) for event in numbered_events(view)]
    return {
        "game_view": view,
        "moment": moment,
        "events": events,
        "entry": step.entry,
        "seat": step.seat,
        "is_perspective": step.seat != JUDGE,
        "here": step.link(step.index),
    }


def _page_context(step: StepRequest, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the time line and of the links to other steps."""
    course, index = step.course, step.index
    starts, last = course.turn_starts, len(course.steps) - 1
    turn_before = max((start for start in starts if start < index), default=None)
    turn_after = min((start for start in starts if start > index), default=None)
    links = {
        "first": 0 if index else None,
        "previous_turn": turn_before,
        "previous": index - 1 if index else None,
        "next": index + 1 if index < last else None,
        "next_turn": turn_after,
        "last": last if index < last else None,
    }
    return {
        "links": {name: None if target is None else step.link(target) for name, target in links.items()},
        "step": index + 1,
        "steps": last + 1,
        "turns": [(course.steps[start].turn, step.link(start)) for start in starts],
        "turn": course.steps[index].turn,
        "entries": " ".join(str(each.entry) for each in course.steps),
        "turn_starts": " ".join(f"{start}:{course.steps[start].turn}" for start in starts),
        "timeline": draw_timeline(course),
        "seat_query": step.seat_query,
        "perspectives": _perspectives(step, names) if course.has_perspectives else [],
        "all_cards": f"?e={step.entry}",
    }


def _perspectives(step: StepRequest, names: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return each seat with its player's name and the query string of its view."""
    return [(seat, name, f"?e={step.entry}&seat={seat}") for seat, name in enumerate(names)]


def _preview_context(request: HttpRequest, step: StepRequest, view: GameView, picture_path: str) -> dict[str, Any]:
    """Return the link preview of the page; there is no ``picture`` if the server cannot draw one."""
    sides = zip(view["players"], view["scores"], strict=True)
    scores = ", ".join(f"{player['name']} {score}" for player, score in sides)
    preview = {"title": " – ".join(player["name"] for player in view["players"])}
    preview["description"] = f"{view['title']} · {moment_title(view)} · {scores}"
    if font_family() is None:
        return {"preview": preview}
    query = {"e": step.entry} | ({} if step.seat == JUDGE else {"seat": step.seat}) | {"lang": get_language() or "en"}
    picture = f"{picture_path}?{urlencode(query)}"
    return {"preview": preview | {"url": request.build_absolute_uri(picture)}, "picture": picture}


def moment_title(view: GameView) -> str:
    """Return the turn, or at the end of the game who has won."""
    if view["outcome"]:
        return str(view["outcome"]["title"])
    if not view["turn"]:
        return gettext("Before the first turn")
    return gettext("Turn %(number)s") % {"number": view["turn"]}


def _show_whole_log(
    request: HttpRequest, step: StepRequest, names: Sequence[str], context: dict[str, Any], *, is_part: bool
) -> HttpResponse:
    """Show all events of the game; each is a link to the step after it."""
    events = step.course.whole_log(seat=step.seat, names=names, language=get_language() or "en")
    lines = [{"text": event["text"], "link": step.link(index), "now": index == step.index} for event, index in events]
    context |= {"lines": lines, "part": WHOLE_LOG, "back": context["here"]}
    return render(request, WHOLE_LOG if is_part else "gameplay/board/part_page.html", context)


def _show_pile(request: HttpRequest, view: GameView, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    found = find_pile(view, request.GET["pile"])
    if found is None:
        raise Http404
    context |= {"pile_name": found[0], "pile_cards": found[1], "part": PILE, "back": context["here"]}
    return render(request, PILE if is_part else "gameplay/board/part_page.html", context)
