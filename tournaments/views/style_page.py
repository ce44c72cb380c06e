"""The style page: every component of the pages in every state, on demo sites only."""

from datetime import timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.faces import ELEMENT_NAMES
from cards.ports import card_games
from cards.selectors import DisplayedCard, card_sets, display_card
from drafting.rules.draft_log import DraftLog, PickMoment, TakenCopy
from drafting.views.passing_plot import PassingPlot, passing_plot
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.selectors.round_work import TimedTable
from tournaments.views.rank_plot import RankPlot, rank_plot

NAMES = ("Alice", "Bob", "Chiyo", "Dora")
SIGNS = [
    "left",
    "right",
    "play",
    "flag",
    "ticket",
    "clock",
    "check",
    "alert",
    "auto",
    "judge",
    "people",
    "help",
    "deck",
    "print",
    "eye",
    "lock",
    "first",
    "turn-back",
    "step-back",
    "pause",
    "step-on",
    "turn-on",
    "last",
]
COLORS = ("bg", "surface-1", "surface-2", "line", "edge", "text", "text-2", "accent", "focus", "ok", "warn", "danger")


class SampleForm(forms.Form):
    """One field of each kind. It is shown with missing and with wrong values."""

    name = forms.CharField(label=_("Name"), help_text=_("Shown to everyone."), max_length=20)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=9)
    play = forms.ChoiceField(label=_("Played"), choices=[("hall", _("in person")), ("online", _("online"))])
    opening = forms.ChoiceField(
        label=_("Packs"), choices=[("4", "4"), ("6", "6")], widget=forms.RadioSelect, initial="4"
    )
    note = forms.CharField(label=_("Note"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    agreed = forms.BooleanField(label=_("Practice event: nothing on this page counts"))


def demo_site(request: HttpRequest) -> dict[str, Any]:
    """Context processor: whether this is a demo site, which links to the style page."""
    return {"demo": settings.DEMO}


@never_cache
@require_safe
def style_page(request: HttpRequest) -> HttpResponse:
    """Show every component in every state. Raise Http404 unless this is a demo site."""
    if not settings.DEMO:
        raise Http404
    now = timezone.now()
    language = get_language() or "en"
    cards = _cards(language)
    context = {
        "as_of": now,
        "colors": COLORS,
        "elements": [(key, name.in_language(language)) for key, name in ELEMENT_NAMES.items()],
        "signs": SIGNS,
        "form": SampleForm(),
        "faulty": SampleForm({"name": "x" * 30, "rounds": "0", "play": "hall"}, auto_id="faulty_%s"),
        "clocks": [now + timedelta(seconds=seconds) for seconds in (3000, 25, 9, 0)],
        "games": cards,
        "pack": cards[0][1],
        "seats": _seats(),
        "tables": _tables(now),
        "plot": _ranks(),
        "passing": _passing(language),
        "moment": PickMoment(1, 2),
        "event": SimpleNamespace(is_team_event=False, cut=4),
        "curves": _curves(),
        "columns": _bracket(),
        "share": Fraction(2, 3),
    }
    return render(request, "tournaments/style.html", context)


def _cards(language: str) -> list[tuple[str, list[DisplayedCard]]]:
    """Return the title and some cards of each game."""
    found = []
    for game, title in card_games().game_titles().items():
        printed = card_sets(game)[0].cards
        found.append((title, [display_card(card, language) for card in printed[:: max(1, len(printed) // 6)][:6]]))
    return found


def _seats() -> list[dict[str, Any]]:
    states = [(1, ""), (2, ""), (0, _("paused")), (0, _("dropped")), (1, _("bot")), (2, "")]
    names = (*NAMES, "Emil", "Frida")
    return [
        {"name": name, "packs": range(packs), "note": note, "you": name == "Alice", "gone": name == "Dora"}
        for name, (packs, note) in zip(names, states, strict=True)
    ]


def _tables(now: Any) -> list[TimedTable]:
    ends = [(1, 20), (2, 20), (3, 20), (4, 20), (5, 24), (6, 29)]
    return [TimedTable(label, now + timedelta(minutes=minutes)) for label, minutes in ends]


def _ranks() -> RankPlot | None:
    players = [EventEntry(str(number), name) for number, name in enumerate(NAMES)]
    pairs = [(("0", "1"), ("2", "3")), (("0", "2"), ("3", "1")), (("3", "0"), ("2", "1"))]
    rounds = [
        PlayedRound(number, tuple(PlayedMatch(a, b, 2, 0) for a, b in tables)) for number, tables in enumerate(pairs, 1)
    ]
    rows: list[Any] = [
        SimpleNamespace(entry=SimpleNamespace(rules_id=player.id, name=player.name), accounts=()) for player in players
    ]
    return rank_plot(Tournament(tuple(players), 3, rounds=tuple(rounds)), rows, among=None)


def _passing(language: str) -> PassingPlot:
    """Return the passing of one pack each of four seats with five cards."""
    game = next(iter(card_games().game_titles()))
    code = card_sets(game)[0].code
    numbers = [card.number for card in card_sets(game)[0].cards]
    packs = {
        (1, opener): [
            TakenCopy(pick + 1, (opener + pick) % 4, f"{code}-{numbers[(opener * 5 + pick) % len(numbers)]}")
            for pick in range(5)
        ]
        for opener in range(4)
    }
    seats: list[Any] = [SimpleNamespace(number=number, name=name) for number, name in enumerate(NAMES)]
    return passing_plot(DraftLog(4, packs), PickMoment(1, 2), 1, seats=seats, game=game, language=language)


def _curves() -> list[dict[str, Any]]:
    named = [(_("Wood"), 9, 7), (_("Fire"), 12, 10), (_("Water"), 5, 0)]
    figures = [("1", 4, 3), ("2", 8, 6), ("3", 11, 9), ("4", 6, 6), ("5", 3, 1)]
    return [
        {"by": by, "words": words, "piles": [_pile(*pile) for pile in piles], "most": 12, "named": by == "element"}
        for by, words, piles in (("element", _("Element"), named), ("level", _("Level"), figures))
    ]


def _pile(label: Any, drafted: int, in_deck: int) -> Any:
    return SimpleNamespace(label=str(label), drafted=drafted, in_deck=in_deck, figure=True)


def _bracket() -> list[Any]:
    def meeting(*places: tuple[str, int, bool]) -> Any:
        found = [SimpleNamespace(entry=SimpleNamespace(name=name), seed=seed, won=won) for name, seed, won in places]
        return SimpleNamespace(places=found)

    semifinals = [meeting(("Alice", 1, True), ("Dora", 4, False)), meeting(("Bob", 2, False), ("Chiyo", 3, True))]
    final = [meeting(("Alice", 1, False), ("Chiyo", 3, False))]
    return [
        SimpleNamespace(title=_("Semifinals"), meetings=semifinals),
        SimpleNamespace(title=_("Final"), meetings=final),
    ]
