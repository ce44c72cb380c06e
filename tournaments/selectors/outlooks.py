"""What players need in the last round, in their pods, while some of its matches are still played."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.core.cache import cache

from gameplay.engine.core.errors import _
from tournaments.models import Entry, Event
from tournaments.rules.components import TournamentComponents
from tournaments.rules.cut_chances import CutChance, cut_chances
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import tournament_json
from tournaments.rules.outlooks import MAX_PLAYERS, RESULTS, WIN, Outlook, OutlookCondition, Score, find_outlooks
from tournaments.selectors.results import open_pairs

CACHE_SECONDS = 24 * 60 * 60
OutlooksByPlayer = Mapping[str, Mapping[str, Outlook]]

RESULT_LABELS = {
    "win": _("If you win"),
    "draw": _("If you draw"),
    "loss": _("If you lose"),
    "any": _("Your matches are played"),
    "either": _("Whatever your result"),
}
NEUTRAL_RESULT_LABELS = {
    "win": _("With a win"),
    "draw": _("With a draw"),
    "loss": _("With a loss"),
    "any": _("At the end"),
}


@dataclass(frozen=True, slots=True)
class OutlookLine:
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
        return [(", ".join(map(_score_text, scores)), ranks) for ranks, scores in sorted(alike.items())]


class CutOutlook(NamedTuple):
    """What one result does for a place in the top cut: a label, and a template with its fields."""

    label: str
    sentence: str
    fields: Mapping[str, int]


CUT_CHANCE_SENTENCES = {
    CutChance.IN: _("in the top {places}, whatever happens elsewhere"),
    CutChance.OPEN: _("the top {places} hangs on the other matches and on tie-breaks"),
    CutChance.OUT: _("not in the top {places}, unless somebody above leaves"),
}


def event_outlooks(event: Event, tournament: Tournament, *, pod: int | None = None) -> OutlooksByPlayer:
    """Return what results of the last round lead to, by player, in the n-th pod or in the only one.

    Nothing before the last round is published, nor once all its results are in. Three queries, then. It is worked
    out once for each state of the results.
    """
    if not _last_round(event, tournament) or (pod is None and len(tournament.pods) > 1):
        return {}
    among = tournament.pods[pod - 1] if pod else tournament.pods[0] if tournament.pods else None
    if len(tournament.entries if among is None else among) > MAX_PLAYERS:
        return {}
    inside = [pair for pair in open_pairs(event) if among is None or set(pair) & set(among)]
    if not inside or (among and not {player for pair in inside for player in pair} <= set(among)):
        return {}
    # What happens in other pods neither changes this nor asks for it to be worked out again.
    part = tournament if among is None else TournamentComponents(tournament).component_of(among)
    state = json.dumps([tournament_json(part), inside, among], sort_keys=True).encode()
    key = f"needs/{hashlib.sha256(state).hexdigest()}"
    return cast(
        OutlooksByPlayer, cache.get_or_set(key, lambda: find_outlooks(part, inside, among=among), CACHE_SECONDS)
    )


def entry_outlook_lines(event: Event, entry: Entry, tournament: Tournament) -> list[OutlookLine]:
    """Return what the last round can still bring ``entry`` in their pod, line by line. Three queries, then."""
    pods = (number for number, players in enumerate(tournament.pods, 1) if entry.rules_id in players)
    found = event_outlooks(event, tournament, pod=next(pods, None)).get(entry.rules_id, {})
    return outlook_lines(found, _names(tournament), RESULT_LABELS)


def entry_cut_outlooks(event: Event, entry: Entry, tournament: Tournament) -> list[CutOutlook]:
    """Return what the last announced round can do for ``entry`` and the top cut, line by line. Three queries."""
    if not event.cut or not _last_round(event, tournament):
        return []
    player = entry.rules_id
    found = cut_chances(tournament, open_pairs(event), event.cut, of=[player]).get(player, {})
    if len(found) > 1 and len({*found.values()}) == 1:
        found = {"either": found[WIN]}
    return [
        CutOutlook(RESULT_LABELS[result], CUT_CHANCE_SENTENCES[chance], {"places": event.cut})
        for result, chance in found.items()
    ]


def _last_round(event: Event, tournament: Tournament) -> bool:
    """Whether the last announced round is played, or over, and nothing after it has begun.

    Of teams it is never worked out: what one board does for them is not known exactly.
    """
    return (
        not event.is_team_event
        and len(tournament.rounds) == event.event_format.rounds
        and tournament.cut is None
        and not event.finished_at
    )


def outlook_lines(
    player_outlooks: Mapping[str, Outlook], names: Mapping[str, str], labels: Mapping[str, str] = NEUTRAL_RESULT_LABELS
) -> list[OutlookLine]:
    """Return ``found`` as it is told to people; ``names`` are those of the players, by their ids."""
    return [
        OutlookLine(
            labels[result],
            outlook,
            [said for each in outlook.conditions for said in _condition_sentences(each, outlook.ranks[0], names)],
        )
        for result, outlook in player_outlooks.items()
    ]


def _condition_sentences(
    condition: OutlookCondition, rank: int, names: Mapping[str, str]
) -> list[tuple[str, dict[str, Any]]]:
    fields = {"a": names[condition.a], "b": names[condition.b], "rank": rank}
    if len(condition.certain) + len(condition.against) == len(RESULTS):
        return [(EXACT_SENTENCES[condition.certain], fields)]
    said = [(CERTAIN_SENTENCES[condition.certain], fields)] if condition.certain else []
    return [*said, (LOST_SENTENCES[condition.against], fields)] if condition.against else said


EXACT_SENTENCES = {
    ("win",): _("Rank {rank} exactly if {a} beats {b}."),
    ("draw",): _("Rank {rank} exactly if {a} and {b} draw."),
    ("loss",): _("Rank {rank} exactly if {b} beats {a}."),
    ("win", "draw"): _("Rank {rank} exactly if {b} does not beat {a}."),
    ("draw", "loss"): _("Rank {rank} exactly if {a} does not beat {b}."),
    ("win", "loss"): _("Rank {rank} exactly if {a} and {b} do not draw."),
}
CERTAIN_SENTENCES = {
    ("win",): _("Rank {rank} for certain if {a} beats {b}."),
    ("draw",): _("Rank {rank} for certain if {a} and {b} draw."),
    ("loss",): _("Rank {rank} for certain if {b} beats {a}."),
    ("win", "draw"): _("Rank {rank} for certain unless {b} beats {a}."),
    ("draw", "loss"): _("Rank {rank} for certain unless {a} beats {b}."),
    ("win", "loss"): _("Rank {rank} for certain unless {a} and {b} draw."),
}
LOST_SENTENCES = {
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


def _score_text(score: Score) -> str:
    return "-".join(map(str, score if score[2] else score[:2]))
