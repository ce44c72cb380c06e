"""A test day of a team event."""

from dataclasses import dataclass

from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day
from tournaments.models import Entry, Event, Match, Team
from tournaments.services import entry as entries
from tournaments.services.match import enter_result

TEAMS = {
    "Lamps": ("Ana", "Ben", "Cem"),
    "Tides": ("Rui", "Sam", "Tom"),
    "Owls": ("Eva", "Fay", "Gil"),
    "Ferns": ("Ida", "Jan", "Kim"),
    "Kites": ("Lea", "Max", "Nia"),
    "Moths": ("Ola", "Pia", "Quo"),
}


@dataclass
class TeamDay(Day):
    """A test day with teams."""

    def enter_teams(self, count: int = 6) -> list[Team]:
        """Let complete teams join, all players of board A first."""
        for place in range(self.event.team_size):
            for team, names in list(TEAMS.items())[:count]:
                account = create_guest(names[place])
                self.players.append(account)
                entries.register_player(self.event, account, team=team)
        return list(self.event.teams.all())

    def start(self, count: int = 6) -> None:
        """Let ``count`` teams join, draft and build."""
        self.enter_teams(count)
        self.seat()
        self.draft()

    def member(self, name: str) -> Entry:
        return self.event.entries.select_related("event", "team", "account").get(name=name)

    def boards(self, number: int) -> dict[str, Match]:
        """Return the matches of a round by table and board."""
        found = Match.objects.filter(round__event=self.event, round__number=number, kind="played")
        return {str(match.label): match for match in found.select_related("round__event", "a__team", "b__team")}

    def enter_scores(self, number: int, **scores: str) -> None:
        """Enter the results of a round: 2-0 on all boards except those given, such as ``t2B="0-2"``."""
        for label, match in self.boards(number).items():
            score = scores.get(f"t{label}", "2-0")
            if score:
                enter_result(match, self.result(score), by=self.by, last_seen_number=0, reason="time")


def team_day(day: Day) -> TeamDay:
    return TeamDay(Event.objects.get(pk=day.event.pk), day.alma)
