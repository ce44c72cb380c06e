"""The form of a league; an error of the rules is shown beside its field."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gameplay.engine.core.errors import RulesError
from gameplay.games import RULESETS
from gameplay.infrastructure.refusals import RulesErrorGroup, errors_of
from tournaments.models import League
from tournaments.rules.league import (
    MAX_EVENTS,
    MAX_POINTS,
    USUAL_ATTENDANCE,
    USUAL_PLACES,
    PointsRule,
    read_rank_points,
)
from tournaments.services.league import LeagueSettings

MAX_TEXT = 300


class OwnerForm(forms.Form):
    """The staff account that a league is given to."""

    handle = forms.CharField(label=_("Handle of the new owner, a staff account"), max_length=80)


class LeagueForm(forms.Form):
    """The settings of a league, which is new or exists."""

    name = forms.CharField(label=_("Name"), max_length=80)
    game = forms.ChoiceField(label=_("Game"), required=False)
    match_points = forms.BooleanField(
        label=_("Match points count"),
        required=False,
        help_text=_("Each player gets the match points of the Swiss rounds, as in the standings of the event."),
    )
    rank_points = forms.CharField(
        label=_("Points by rank"),
        required=False,
        max_length=MAX_TEXT,
        help_text=_(
            "The points of rank 1, rank 2 and so on in the final standings; further ranks get none. Empty if ranks do "
            "not count."
        ),
    )
    attendance = forms.IntegerField(
        label=_("Bonus for attendance"),
        required=False,
        min_value=0,
        max_value=MAX_POINTS,
        help_text=_("Each player gets these points for every event in which they have played a round."),
    )
    best = forms.IntegerField(
        label=_("Number of best events that count"),
        required=False,
        min_value=1,
        max_value=MAX_EVENTS,
        help_text=_("Of each player, only this number of events with the most points counts. Empty to count all."),
    )
    ratings = forms.BooleanField(
        label=_("Show ratings"),
        required=False,
        help_text=_("The strength of each player, from the matches of the events (Glicko-2). It changes no ranks."),
    )
    visibility = forms.ChoiceField(
        label=_("The league is visible to"), choices=League.Visibility.choices, widget=forms.RadioSelect
    )

    FIELD_OF_ERROR: Mapping[str, str] = {"handle": "name"}

    def __init__(self, data: Any = None, *, league: League | None = None) -> None:
        rule = league.points_rule if league else PointsRule(False, USUAL_PLACES, USUAL_ATTENDANCE)
        initial: dict[str, Any] = {"visibility": League.Visibility.PUBLIC, "match_points": rule.match_points}
        initial |= {"rank_points": " ".join(map(str, rule.rank_points)), "attendance": rule.attendance}
        initial["best"] = rule.best
        if league:
            initial |= {name: getattr(league, name) for name in ("name", "game", "ratings", "visibility")}
        super().__init__(data, initial=initial)
        games = [("", gettext("any game")), *((name, rules.title) for name, rules in RULESETS.items())]
        cast(forms.ChoiceField, self.fields["game"]).choices = games

    @property
    def general(self) -> list[forms.BoundField]:
        """The fields about the league itself."""
        return [self[name] for name in ("name", "game", "visibility")]

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields of the rule by which points are counted."""
        return [self[name] for name in ("rank_points", "attendance", "best", "match_points")]

    def settings(self) -> LeagueSettings:
        """Return the settings of the valid form. Raises RankPointsError."""
        data = self.cleaned_data
        rule = PointsRule(
            data["match_points"], read_rank_points(data["rank_points"]), data["attendance"] or 0, data["best"]
        )
        return LeagueSettings(data["name"], rule, data["game"], data["visibility"], data["ratings"])

    def add_refusal(self, refusal: RulesError | RulesErrorGroup) -> None:
        """Show each error of ``refusal`` beside its field."""
        for fault in errors_of(refusal):
            field = self.FIELD_OF_ERROR.get(fault.field, fault.field)
            sentence = gettext(fault.sentence).format(**fault.details)
            self.add_error(field if field in self.fields else None, sentence)

    def focus_first_error(self) -> None:
        """Focus the first invalid field when the page is shown again."""
        faulty = next((name for name in self.fields if name in self.errors), None)
        if faulty:
            self.fields[faulty].widget.attrs["autofocus"] = True
