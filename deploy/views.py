"""The first page, and trying the site out: an event among bots, or a single game."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from deploy import practice
from drafting.models import Seat
from gameplay import sessions
from gameplay.engine.errors import RulesError
from gameplay.models import Account
from gameplay.names import clean_handle
from gameplay.selectors.games import running
from gameplay.services import accounts
from gameplay.throttle import count_try
from tournaments.selectors.mine import own_events
from tournaments.services.rehearsal import seat_among_bots


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is, and offer to try it, to run an event and to join one."""
    context: dict[str, Any] = {"body_class": "first"}
    if isinstance(request.user, Account):
        context |= {"events": own_events(request.user), "games": running(request.user)}
    return render(request, "deploy/home.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at a table of bots and go there; whoever sits at one already goes back to it."""
    if request.method != "POST":
        return render(request, "deploy/demo.html", {"rehearsal": True})
    count_try("demo", request.META["REMOTE_ADDR"])
    visitor = _visitor(request)
    event = seat_among_bots(visitor, name=_("Practice draft"), reason=_("The visitor takes seat 1."))
    seat = Seat.objects.get(pod__event_pod__event=event, player=visitor)
    return redirect("draft", seat.pod_id)


OPPONENTS = {
    "greedy": gettext_lazy("A bot that takes what looks best"),
    "search": gettext_lazy("A bot that tries out what may follow"),
    "random": gettext_lazy("A bot that takes anything"),
    practice.FRIEND: gettext_lazy("A friend, to whom I send a link"),
}


class GameForm(forms.Form):
    """What to play, and against whom."""

    table = forms.ChoiceField(label=gettext_lazy("Game and deck"))
    opponent = forms.ChoiceField(label=gettext_lazy("Against"), choices=OPPONENTS)
    friend = forms.CharField(
        label=gettext_lazy("Your friend's name"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Only if you play against a friend."),
    )

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tables = {table.code: table for table in practice.tables()}
        language = get_language() or "en"
        self.fields["table"].choices = [(code, table.title(language)) for code, table in self.tables.items()]  # type: ignore[attr-defined]


@never_cache
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Begin a single game against a bot and go there, or against a friend and show the link for them."""
    form = GameForm(request.POST or None)
    if request.method == "POST":
        count_try("play", request.META["REMOTE_ADDR"])
        if form.is_valid():
            try:
                return _begin_game(request, **form.cleaned_data)
            except RulesError as refusal:
                form.add_error("friend", _(refusal.sentence).format(**refusal.details))
    return render(request, "deploy/play.html", {"form": form}, status=422 if form.errors else 200)


def _begin_game(request: HttpRequest, *, table: str, opponent: str, friend: str) -> HttpResponse:
    """Begin the game. Raises what `gameplay.names.clean_handle` raises."""
    chosen = next(each for each in practice.tables() if each.code == table)
    if opponent != practice.FRIEND:
        return redirect("game", practice.play_bot(_visitor(request), chosen, opponent).pk)
    clean_handle(friend)  # nobody is signed in for a game that does not begin
    game, token = practice.play_friend(_visitor(request), chosen, friend)
    link = reverse("sign_in_by_link", args=[token]) + "?" + urlencode({"next": reverse("game", args=[game.pk])})
    context = {"game": game, "friend": friend, "link": request.build_absolute_uri(link)}
    return render(request, "deploy/invitation.html", context)


def _visitor(request: HttpRequest) -> Account:
    """Whoever asks; somebody without an account gets one as a guest."""
    if not isinstance(request.user, Account):
        sessions.begin(request, accounts.create_guest(_("Visitor")))
    return cast(Account, request.user)
