"""The ranks that players can still reach in the last round of their pod, while some of its matches are open."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.core.cache import cache

from cards.languages import join_list
from gameplay.engine.core.errors import _
from tournaments.models import Entry, Event, Round
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
    """The outlook for one result, with its label, and its conditions as messages with player names."""

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
        """The scores grouped by the ranks they lead to; [] if all scores lead to the same ranks."""
        if not self.outlook.score_matters:
            return []
        groups: dict[tuple[int, ...], list[Score]] = {}
        for score, ranks in self.outlook.by_score.items():
            groups.setdefault(ranks, []).append(score)
        return [(join_list(map(_score_text, scores)), ranks) for ranks, scores in sorted(groups.items())]


LoadPairs = Callable[[Event], Sequence[tuple[str, str]]]
"""Returns the players of open matches: `open_pairs`, or a function that returns those of a kept state."""


class CutOutlook(NamedTuple):
    """The chance of a place in the top cut with one result: a label, and a message with its values."""

    label: str
    sentence: str
    fields: Mapping[str, int]


CUT_CHANCE_SENTENCES = {
    CutChance.IN: _("in the top {places}, whatever the other results"),
    CutChance.OPEN: _("the top {places} depends on the other matches and on tie-breakers"),
    CutChance.OUT: _("not in the top {places}, unless a player ranked above drops"),
}


def event_outlooks(
    event: Event, tournament: Tournament, *, pod: int | None = None, load_pairs: LoadPairs = open_pairs
) -> OutlooksByPlayer:
    """Return the outlooks of the last round by player, in the n-th pod or in the only one.

    Returns {} before the last round is published, once all its results are final, and if several pods are paired across
    the event, because the ranks depend on players of other pods. Makes three queries at most. The outlooks are cached
    for each state of the results.
    """
    if not _last_round(event, tournament) or (pod is None and len(tournament.pods) > 1):
        return {}
    if event.pairs_across_pods and len(tournament.entries) > MAX_PLAYERS:
        return {}
    among = tournament.pods[pod - 1] if pod else tournament.pods[0] if tournament.pods else None
    if len(tournament.entries if among is None else among) > MAX_PLAYERS:
        return {}
    inside = [pair for pair in load_pairs(event) if among is None or set(pair) & set(among)]
    if not inside or (among and not {player for pair in inside for player in pair} <= set(among)):
        return {}
    # Results in other pods do not matter, so they are not part of the cache key.
    part = tournament if among is None else TournamentComponents(tournament).component_of(among)
    state = json.dumps([tournament_json(part), inside, among], sort_keys=True).encode()
    key = f"needs/{hashlib.sha256(state).hexdigest()}"
    return cast(
        OutlooksByPlayer, cache.get_or_set(key, lambda: find_outlooks(part, inside, among=among), CACHE_SECONDS)
    )


def entry_outlook_lines(
    event: Event, entry: Entry, tournament: Tournament, *, load_pairs: LoadPairs = open_pairs
) -> list[OutlookLine]:
    """Return the outlooks of the last round for ``entry`` in its pod. Makes three queries at most."""
    pods = (number for number, players in enumerate(tournament.pods, 1) if entry.rules_id in players)
    found = event_outlooks(event, tournament, pod=next(pods, None), load_pairs=load_pairs).get(entry.rules_id, {})
    return outlook_lines(found, _names(tournament), RESULT_LABELS)


def entry_cut_outlooks(
    event: Event, entry: Entry, tournament: Tournament, *, load_pairs: LoadPairs = open_pairs
) -> list[CutOutlook]:
    """Return the chances of ``entry`` to reach the top cut in the last Swiss round. Makes three queries."""
    if not event.cut or not _last_round(event, tournament):
        return []
    player = entry.rules_id
    found = cut_chances(tournament, load_pairs(event), event.cut, of=[player]).get(player, {})
    if len(found) > 1 and len({*found.values()}) == 1:
        found = {"either": found[WIN]}
    return [
        CutOutlook(RESULT_LABELS[result], CUT_CHANCE_SENTENCES[chance], {"places": event.cut})
        for result, chance in found.items()
    ]


def has_outlooks(event: Event, newest: Round) -> bool:
    """Return whether players have outlooks, or chances of a top cut, in the ``newest`` published round.

    If not, a page need not load the tournament for them. Makes one query at most.
    """
    if newest.stage or not _is_last(event, rounds=newest.number):
        return False
    return bool(event.cut) or not event.pairs_across_pods or event.entries.count() <= MAX_PLAYERS


def _last_round(event: Event, tournament: Tournament) -> bool:
    """Return whether the last Swiss round is published, and neither the top cut has begun nor the event is finished.

    Always false for a team event: the effect of a single board is not known exactly.
    """
    return tournament.cut is None and _is_last(event, rounds=len(tournament.rounds))


def _is_last(event: Event, *, rounds: int) -> bool:
    """Return whether the last of the published Swiss ``rounds`` is the last one of a running event without teams."""
    return (
        not event.is_team_event
        and rounds == event.event_format.rounds
        and event.cut_seated_at is None
        and not event.finished_at
    )


def outlook_lines(
    player_outlooks: Mapping[str, Outlook], names: Mapping[str, str], labels: Mapping[str, str] = NEUTRAL_RESULT_LABELS
) -> list[OutlookLine]:
    """Return a player's outlooks as lines for display; ``names`` are the names of all players by id."""
    return [
        OutlookLine(
            labels[result],
            outlook,
            [line for each in outlook.conditions for line in _condition_sentences(each, outlook.ranks[0], names)],
        )
        for result, outlook in player_outlooks.items()
    ]


def _condition_sentences(
    condition: OutlookCondition, rank: int, names: Mapping[str, str]
) -> list[tuple[str, dict[str, Any]]]:
    fields = {"a": names[condition.a], "b": names[condition.b], "rank": rank}
    if len(condition.certain) + len(condition.against) == len(RESULTS):
        return [(EXACT_SENTENCES[condition.certain], fields)]
    sentences = [(CERTAIN_SENTENCES[condition.certain], fields)] if condition.certain else []
    return [*sentences, (LOST_SENTENCES[condition.against], fields)] if condition.against else sentences


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
"""Messages by the results of another match, from its first player's view, that give or rule out the best rank."""


def _names(tournament: Tournament) -> dict[str, str]:
    return {entry.id: entry.name for entry in tournament.entries}


def _score_text(score: Score) -> str:
    return "-".join(map(str, score if score[2] else score[:2]))
