"""The result of a match from the view of one of its players, with own games first."""

from dataclasses import dataclass

from tournaments.models import Entry, Event, Match
from tournaments.rules.agreement import Agreement
from tournaments.rules.penalty_losses import add_losses
from tournaments.rules.results import MatchResult, MatchSide
from tournaments.selectors.results import match_agreement


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A match, the agreement of its reports, and the side of the player who views it."""

    match: Match
    agreed: Agreement
    side: MatchSide

    @property
    def player(self) -> Entry:
        return self.match.a if self.side is MatchSide.A or self.match.b is None else self.match.b

    @property
    def opponent(self) -> Entry | None:
        return self.match.b if self.side is MatchSide.A else self.match.a

    @property
    def own_score(self) -> str:
        """The score that the player reported; "" without a report."""
        return self._score(self.agreed.reported_by(self.side))

    @property
    def opponent_score(self) -> str:
        """The score that the opponent reported; "" without a report."""
        return self._score(self.agreed.reported_by(self.side.other))

    @property
    def may_report(self) -> bool:
        """Whether the player may report, or report again."""
        match = self.match
        at_tables = match.round.event.play == Event.Play.TABLES
        return match.kind == Match.Kind.PLAYED and at_tables and not self.agreed.is_final

    @property
    def may_confirm(self) -> bool:
        """Whether the player may confirm the opponent's report, even after a dispute."""
        return self.may_report and bool(self.opponent_score)

    def _score(self, result: MatchResult | None) -> str:
        result = add_losses(result, self.agreed.losses)
        if result is None:
            return ""
        a, b, drawn = result.score
        own = (a, b) if self.side is MatchSide.A else (b, a)
        return "-".join(map(str, (*own, drawn) if drawn else own))


def player_result(match: Match, entry: Entry) -> PlayerResult:
    """Return the result of ``match`` from the view of its player ``entry``. Makes two queries."""
    return PlayerResult(match, match_agreement(match), MatchSide.A if match.a == entry else MatchSide.B)
