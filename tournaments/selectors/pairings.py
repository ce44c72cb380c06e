"""Rounds with their matches and the state of each result, for pages and the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Event, Match, Round
from tournaments.rules.agreement import Agreement, ReportState
from tournaments.rules.alternatives import ALTERNATIVE_NAMES
from tournaments.rules.penalty_losses import USUAL_SCORES, possible_scores
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.results import MatchSide
from tournaments.rules.teams import team_match
from tournaments.selectors.meeting_reasons import match_reasons, reason_with_names
from tournaments.selectors.results import match_agreement, matches_with_agreements
from tournaments.selectors.teams import contestant_names

SCORE_KEYS = tuple((key, f"{a}-{b}") for key, (a, b) in enumerate(USUAL_SCORES, 1))


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A match and the agreement of its reports; ``why`` is the reason of its pairing, if known."""

    match: Match
    agreed: Agreement
    why: DecisionReason | None = None

    @property
    def by_hand(self) -> bool:
        """Whether an official has changed the players of this match."""
        return self.why is not None and self.why.code == "by_hand"

    @property
    def score(self) -> str:
        """Games won by a, by b, and drawn if any; "" without a report."""
        if self.match.kind == Match.Kind.BYE:
            return "2-0"
        return str(self.agreed.result or "")

    @property
    def keyed_scores(self) -> list[tuple[int, str]]:
        """The usual scores that are possible with its game losses, each with the key that enters it."""
        possible = possible_scores(self.agreed.losses, needs_winner=bool(self.match.round.stage))
        return [(key, score) for key, score in SCORE_KEYS if score in possible]

    @property
    def final(self) -> bool:
        """Whether its result is final."""
        return self.agreed.is_final

    @property
    def double_loss(self) -> bool:
        """Whether both players have lost."""
        return self.agreed.result is not None and self.agreed.result.double_loss

    @property
    def winner(self) -> str:
        """The side of the winner, "a" or "b"; "" without a final result, and for a draw."""
        result = self.agreed.result if self.agreed.is_final else None
        return str(result.winner or "") if result else ""

    @property
    def reporter(self) -> str:
        """The name of the player whose report waits for confirmation; "" if none does."""
        return self._player(has_reported=True)

    @property
    def awaited(self) -> str:
        """The name of the player who has yet to confirm; "" if none has to."""
        return self._player(has_reported=False)

    def _player(self, *, has_reported: bool) -> str:
        if self.agreed.state is not ReportState.REPORTED or self.match.b is None:
            return ""
        by_a = self.agreed.reported_by(MatchSide.A) is not None
        return self.match.a.name if by_a is has_reported else self.match.b.name


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams at a table, or a team with a bye, with their boards from A on."""

    boards: Sequence[PairedMatch]

    @property
    def match(self) -> Match:
        """The match on the first board, which represents the team match."""
        return self.boards[0].match

    @property
    def why(self) -> DecisionReason | None:
        return self.boards[0].why

    @property
    def by_hand(self) -> bool:
        return self.boards[0].by_hand

    @property
    def final(self) -> bool:
        """Whether the results of all boards are final."""
        return all(board.final for board in self.boards)

    @property
    def score(self) -> str:
        """Boards won by a, by b, and drawn if any, from final results; "" for a bye or a missed round."""
        results = [board.agreed.result for board in self.boards if board.final and board.agreed.result]
        if self.match.kind != Match.Kind.PLAYED:
            return ""
        found = team_match(("a", "b"), results)
        scores = [found.games_a, found.games_b, *([found.games_drawn] if found.games_drawn else [])]
        return "-".join(map(str, scores))


TableMatch = PairedMatch | TeamMatch


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round with its pairings: matches by table, then byes and missed rounds."""

    round: Round
    pairings: list[PairedMatch]

    @property
    def tables(self) -> list[PairedMatch]:
        return [pairing for pairing in self.pairings if pairing.match.kind == Match.Kind.PLAYED]

    @property
    def meetings(self) -> Sequence[TableMatch]:
        """The matches of players, or of teams with all their boards, by table; byes come last."""
        if not self.pairings or not self.pairings[0].match.a.team:
            return self.pairings
        by_team = groupby(self.pairings, key=lambda each: (each.match.table, each.match.a.team_id))
        return [TeamMatch(list(boards)) for _table, boards in by_team]

    @property
    def is_changed_by_hand(self) -> bool:
        """Whether officials have changed its pairings."""
        return any(pairing.by_hand for pairing in self.pairings)

    @property
    def tables_without_result(self) -> list[PairedMatch]:
        """Tables without a final result: disputed ones first, then those reported by one player."""
        order = [ReportState.DISPUTED, ReportState.REPORTED, ReportState.OPEN]
        missing = [pairing for pairing in self.tables if not pairing.agreed.is_final]
        return sorted(missing, key=lambda pairing: order.index(pairing.agreed.state))

    @property
    def reported_tables(self) -> int:
        """The number of tables with at least one report."""
        return sum(pairing.agreed.number > 0 for pairing in self.tables)


def paired_match(match: Match) -> PairedMatch:
    """Return ``match`` with the agreement of its reports. Makes two queries."""
    return PairedMatch(match, match_agreement(match))


def published_rounds(event: Event) -> list[PairedRound]:
    """Return the published rounds, the newest first. Makes four queries."""
    return _paired(list(_published(event)))


def published_cut_rounds(event: Event) -> list[PairedRound]:
    """Return the published stages of the top cut, the newest first. Makes four queries."""
    return _paired(list(_published(event).exclude(stage="")))


def _published(event: Event) -> QuerySet[Round]:
    rounds = event.rounds.filter(published_at__isnull=False)
    return rounds.select_related("pairing_details").order_by("-number")


def proposed_round(event: Event) -> PairedRound | None:
    """Return the proposed round, None without one. Makes four queries."""
    return next(iter(_paired(list(event.rounds.filter(published_at=None).select_related("pairing_details")))), None)


def paired_round(round_: Round) -> PairedRound:
    """Return one round with its pairings. Makes three queries."""
    return _paired([round_])[0]


def team_match_at(match: Match) -> TeamMatch | None:
    """Return the team match to which board ``match`` belongs; None without teams. Makes three queries."""
    if match.a.team is None or match.table is None:
        return None
    return TeamMatch([PairedMatch(*board) for board in matches_with_agreements([match.round], Q(table=match.table))])


def proposal_reasons(event: Event, proposed: Round) -> list[tuple[int, list[DecisionReason]]]:
    """Return the reasons for the pairing of a proposed round, with player names, by pod. Makes one query.

    The number of the pod is 0 if all pods, or all players of the event, are paired together or for the same reasons.
    """
    names = contestant_names(event)
    found: dict[int, list[DecisionReason]] = {}
    for why in proposed.pairing["why"]:
        reason = reason_with_names({key: value for key, value in why.items() if key != "pod"}, names)
        found.setdefault(why.get("pod", 0), []).append(reason)
    reasons = list(found.values())
    if all(same == reasons[0] for same in reasons[1:]):
        return [(0, same) for same in reasons[:1]]
    return list(found.items())


def offered_alternatives(event: Event, proposed: Round) -> list[dict[str, Any]]:
    """Return the pairings to choose from if all break a rule, with names; [] once one is chosen. Makes two queries."""
    if proposed.matches.exists():
        return []
    names = contestant_names(event)
    return [
        {
            "breaks": ALTERNATIVE_NAMES[one["kind"]],
            "pairs": [[names[player] for player in pair] for pair in one["pairs"]],
            "byes": [names[player] for player in one["byes"]],
        }
        for one in proposed.pairing.get("alternatives", [])
    ]


def _paired(rounds: Sequence[Round]) -> list[PairedRound]:
    found: dict[Any, list[tuple[Match, Agreement]]] = {each.pk: [] for each in rounds}
    for match, agreed in matches_with_agreements(rounds):
        found[match.round_id].append((match, agreed))
    return [PairedRound(each, paired_matches(each, found[each.pk])) for each in rounds]


def paired_matches(paired: Round, matches: Sequence[tuple[Match, Agreement]]) -> list[PairedMatch]:
    """Return the ``matches`` of a round with the reasons of their pairings."""
    why = match_reasons(paired, [match for match, _agreed in matches])
    return [PairedMatch(match, agreed, why.get(match.pk)) for match, agreed in matches]
