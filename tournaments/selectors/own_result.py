"""The result of a match as one of its players reads it: own games first, and what is left to say."""

from dataclasses import dataclass

from tournaments.models import Entry, Event, Match
from tournaments.rules.agreement import Agreement
from tournaments.rules.losses import counted
from tournaments.rules.results import MatchResult, Side
from tournaments.selectors.results import agreement


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A match, what counts of its reports, and which of its players reads it."""

    match: Match
    agreed: Agreement
    side: Side

    @property
    def me(self) -> Entry:
        return self.match.a if self.side is Side.A or self.match.b is None else self.match.b

    @property
    def opponent(self) -> Entry | None:
        return self.match.b if self.side is Side.A else self.match.a

    @property
    def mine(self) -> str:
        """The score that the reader reported; "" without a report."""
        return self._score(self.agreed.said_by(self.side))

    @property
    def theirs(self) -> str:
        """The score that the opponent reported; "" without a report."""
        return self._score(self.agreed.said_by(self.side.other))

    @property
    def reportable(self) -> bool:
        """Whether the reader may report, or report again."""
        match = self.match
        played_here = match.round.event.play == Event.Play.TABLES
        return match.kind == Match.Kind.PLAYED and played_here and not self.agreed.final

    @property
    def to_confirm(self) -> bool:
        """Whether the reader may agree with what the opponent reported, in a dispute, too."""
        return self.reportable and bool(self.theirs)

    def _score(self, result: MatchResult | None) -> str:
        result = counted(result, self.agreed.losses)
        if result is None:
            return ""
        a, b, drawn = result.score
        own = (a, b) if self.side is Side.A else (b, a)
        return "-".join(map(str, (*own, drawn) if drawn else own))


def own_result(match: Match, entry: Entry) -> OwnResult:
    """Return the result of ``match`` as its player ``entry`` reads it. Two queries."""
    return OwnResult(match, agreement(match), Side.A if match.a == entry else Side.B)
