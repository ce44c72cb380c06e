"""What players need in the last round, in their pods, while some of its matches are still played."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.core.cache import cache

from gameplay.engine.core.errors import _
from tournaments.models import Entry, Event
from tournaments.rules.cut_line import Chance, chances
from tournaments.rules.history import Tournament
from tournaments.rules.needs import MOST_PLAYERS, RESULTS, WIN, Condition, Outlook, Score, needs
from tournaments.rules.parts import Parts
from tournaments.rules.reports import tournament_json
from tournaments.selectors.results import open_pairs

DAY = 24 * 60 * 60
Outlooks = Mapping[str, Mapping[str, Outlook]]

LABELS = {
    "win": _("If you win"),
    "draw": _("If you draw"),
    "loss": _("If you lose"),
    "any": _("Your matches are played"),
    "either": _("Whatever your result"),
}
OF_OTHERS = {"win": _("With a win"), "draw": _("With a draw"), "loss": _("With a loss"), "any": _("At the end")}


@dataclass(frozen=True, slots=True)
class Line:
    """What one result leads to: its label, the outlook, and its conditions with the names of their players."""

    label: str
    outlook: Outlook
    conditions: Sequence[tuple[str, dict[str, Any]]]

    @property
    def best(self) -> int:
        return self.outlook.ranks[0]

    @property
    def worst(self) -> int:
        return self.outlook.ranks[-1]

    @property
    def scores(self) -> list[tuple[str, tuple[int, ...]]]:
        """The scores that lead to the same ranks, together; nothing if all of them do."""
        if not self.outlook.score_matters:
            return []
        alike: dict[tuple[int, ...], list[Score]] = {}
        for score, ranks in self.outlook.by_score.items():
            alike.setdefault(ranks, []).append(score)
        return [(", ".join(map(_written, scores)), ranks) for ranks, scores in sorted(alike.items())]


class CutLine(NamedTuple):
    """What one result does for a place in the top cut: a label, and a template with its fields."""

    label: str
    sentence: str
    fields: Mapping[str, int]


CHANCES = {
    Chance.IN: _("in the top {places}, whatever happens elsewhere"),
    Chance.OPEN: _("the top {places} hangs on the other matches and on tie-breaks"),
    Chance.OUT: _("not in the top {places}, unless somebody above leaves"),
}


def outlooks(event: Event, tournament: Tournament, *, pod: int | None = None) -> Outlooks:
    """Return what results of the last round lead to, by player, in the n-th pod or in the only one.

    Nothing before the last round is published, nor once all its results are in. Three queries, then. It is worked
    out once for each state of the results.
    """
    if not _last_round(event, tournament) or (pod is None and len(tournament.pods) > 1):
        return {}
    among = tournament.pods[pod - 1] if pod else tournament.pods[0] if tournament.pods else None
    if len(tournament.entries if among is None else among) > MOST_PLAYERS:
        return {}
    inside = [pair for pair in open_pairs(event) if among is None or set(pair) & set(among)]
    if not inside or (among and not {player for pair in inside for player in pair} <= set(among)):
        return {}
    # What happens in other pods neither changes this nor asks for it to be worked out again.
    part = tournament if among is None else Parts(tournament).of(among)
    state = json.dumps([tournament_json(part), inside, among], sort_keys=True).encode()
    key = f"needs/{hashlib.sha256(state).hexdigest()}"
    return cast(Outlooks, cache.get_or_set(key, lambda: needs(part, inside, among=among), DAY))


def own_needs(event: Event, entry: Entry, tournament: Tournament) -> list[Line]:
    """Return what the last round can still bring ``entry`` in their pod, line by line. Three queries, then."""
    pods = (number for number, players in enumerate(tournament.pods, 1) if entry.id_in_rules in players)
    found = outlooks(event, tournament, pod=next(pods, None)).get(entry.id_in_rules, {})
    return lines(found, _names(tournament), LABELS)


def own_cut(event: Event, entry: Entry, tournament: Tournament) -> list[CutLine]:
    """Return what the last announced round can do for ``entry`` and the top cut, line by line. Three queries."""
    if not event.cut or not _last_round(event, tournament):
        return []
    player = entry.id_in_rules
    found = chances(tournament, open_pairs(event), event.cut, of=[player]).get(player, {})
    if len(found) > 1 and len({*found.values()}) == 1:
        found = {"either": found[WIN]}
    return [CutLine(LABELS[result], CHANCES[chance], {"places": event.cut}) for result, chance in found.items()]


def _last_round(event: Event, tournament: Tournament) -> bool:
    """Whether the last announced round is played, or over, and nothing after it has begun.

    Of teams it is never worked out: what one board does for them is not known exactly.
    """
    return (
        not event.of_teams
        and len(tournament.rounds) == event.terms.rounds
        and tournament.cut is None
        and not event.finished_at
    )


def lines(found: Mapping[str, Outlook], names: Mapping[str, str], labels: Mapping[str, str] = OF_OTHERS) -> list[Line]:
    """Return ``found`` as it is told to people; ``names`` are those of the players, by their ids."""
    return [
        Line(
            labels[result],
            outlook,
            [said for each in outlook.conditions for said in _said(each, outlook.ranks[0], names)],
        )
        for result, outlook in found.items()
    ]


def _said(condition: Condition, rank: int, names: Mapping[str, str]) -> list[tuple[str, dict[str, Any]]]:
    fields = {"a": names[condition.a], "b": names[condition.b], "rank": rank}
    if len(condition.certain) + len(condition.against) == len(RESULTS):
        return [(EXACTLY[condition.certain], fields)]
    said = [(SURE[condition.certain], fields)] if condition.certain else []
    return [*said, (LOST[condition.against], fields)] if condition.against else said


EXACTLY = {
    ("win",): _("Rank {rank} exactly if {a} beats {b}."),
    ("draw",): _("Rank {rank} exactly if {a} and {b} draw."),
    ("loss",): _("Rank {rank} exactly if {b} beats {a}."),
    ("win", "draw"): _("Rank {rank} exactly if {b} does not beat {a}."),
    ("draw", "loss"): _("Rank {rank} exactly if {a} does not beat {b}."),
    ("win", "loss"): _("Rank {rank} exactly if {a} and {b} do not draw."),
}
SURE = {
    ("win",): _("Rank {rank} for certain if {a} beats {b}."),
    ("draw",): _("Rank {rank} for certain if {a} and {b} draw."),
    ("loss",): _("Rank {rank} for certain if {b} beats {a}."),
    ("win", "draw"): _("Rank {rank} for certain unless {b} beats {a}."),
    ("draw", "loss"): _("Rank {rank} for certain unless {a} beats {b}."),
    ("win", "loss"): _("Rank {rank} for certain unless {a} and {b} draw."),
}
LOST = {
    ("win",): _("No rank {rank} if {a} beats {b}."),
    ("draw",): _("No rank {rank} if {a} and {b} draw."),
    ("loss",): _("No rank {rank} if {b} beats {a}."),
    ("win", "draw"): _("Rank {rank} only if {b} beats {a}."),
    ("draw", "loss"): _("Rank {rank} only if {a} beats {b}."),
    ("win", "loss"): _("Rank {rank} only if {a} and {b} draw."),
}
"""The results of another match, as its first player has them, that give the best rank, and those that take it away."""


def _names(tournament: Tournament) -> dict[str, str]:
    return {entry.id: entry.name for entry in tournament.entries}


def _written(score: Score) -> str:
    return "-".join(map(str, score if score[2] else score[:2]))
