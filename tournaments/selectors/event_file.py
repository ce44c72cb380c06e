"""An event that is over, as the file from which anybody can check what its seed decided (tournaments.rules.seed_verification)."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from cards.selectors import card_set, get_printed_card
from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules.passing import PICKED_BY_CLOCK, PickedBy, display_order
from gameplay.engine.core.errors import RulesError, _
from gameplay.games import RULESETS
from gameplay.models import LogEntry
from tournaments.models import Event, MatchGame
from tournaments.rules.bracket import final_standings
from tournaments.rules.json_output import standings_json, tournament_json
from tournaments.rules.pairing_verification import DECISION_ACTIONS
from tournaments.rules.seed_verification import FORMAT, SeedVerification, VerificationContext, verify_event
from tournaments.selectors.audit_trail import log_heads
from tournaments.selectors.history import seated_pods, tournament_of
from tournaments.selectors.teams import teams_with_members

JsonObject = dict[str, Any]
MAX_CHECKS_PER_MINUTE = 20  # checks for one address: each plays the whole event again
PAIRING_KEYS = ("possible", "pairs", "byes", "basis", "field")
SEATING_ACTIONS = ("pods_made", "pod_sizes_set", "seats_swapped")


class NotFinishedError(RulesError):
    """The seed is secret until the event is over."""

    code = "event_not_finished"
    sentence = _("This can be checked once the event is over and its secret number is revealed.")
    is_state_conflict = True


def verify_finished_event(event: Event) -> SeedVerification:
    """Check ``event`` as anybody else can. Raises what `event_file` does."""
    return verify_event(event_file(event), verification_context())


def verification_json(proof: SeedVerification) -> JsonObject:
    """Return ``proof`` as JSON, its faults in the reader's language."""
    return {
        "verdict": proof.verdict,
        "checks": [
            {
                "what": check.code,
                "exact": check.total - len(check.faults),
                "of": check.total,
                "unknown": check.unknown,
                "faults": [gettext(fault.sentence).format(**fault.details) for fault in check.faults],
                "notes": [gettext(note.sentence).format(**note.details) for note in check.notes],
            }
            for check in proof.checks
        ],
    }


def verification_context() -> VerificationContext:
    """What the site knows of sets, cards and games."""
    return VerificationContext(card_set, get_printed_card, RULESETS)


def public_file(event: Event) -> JsonObject:
    """Return the file of ``event`` as everybody may have it: without its picks, if the event keeps these closed.

    Who was kept apart is for officials alone, and only stands there for the site's own check.
    """
    table = event_file(event)
    table["tournament"].pop("apart", None)
    for each in table["rounds"]:
        each["hidden"] = bool(each["field"].pop("apart", None))
    if event.draft_log != Event.DraftLog.EVERYBODY:
        for pod in table["pods"]:
            pod["picks"] = None
    return table


def event_file(event: Event) -> JsonObject:
    """Return the file of ``event``, which is over: what the seed decided, and everything that followed from it.

    Twenty-two queries and four a pod. Raises NotFinishedError.
    """
    if not event.finished_at:
        raise NotFinishedError
    tournament = tournament_of(event)
    seating = {"seating": _seating(event)} if event.drafted else {}
    return seating | {
        "format": FORMAT,
        "event": str(event.pk),
        "name": event.name,
        "commitment": event.commitment,
        "seed": bytes(event.seed).hex(),
        "players": {str(number): name for number, name in event.entries.values_list("number", "name")},
        "pods": [_pod(each.pod) for each in event.pods.select_related("pod") if not each.pod.is_paper_draft],
        "games": _games(event),
        "tournament": tournament_json(tournament),
        "rounds": _rounds(event),
        "standings": standings_json(final_standings(tournament)),
        "kept": _kept(event),
        "logs": log_heads(event),
    }


def _kept(event: Event) -> list[int]:
    """The rounds whose pairings an official kept, although a result before them was corrected."""
    entries = LogEntry.objects.filter(stream=event.stream, action="pairings_kept").order_by("number")
    return sorted({int(after["round"]) for after in entries.values_list("after", flat=True) if after})


def _seating(event: Event) -> JsonObject:
    """How the pods were drawn at last, and which places officials changed after that."""
    entries = LogEntry.objects.filter(stream=event.stream, action__in=SEATING_ACTIONS).order_by("number")
    numbers = dict(event.entries.values_list("name", "number"))
    sizes: list[int] | None = None
    swaps: list[list[int]] = []
    for action, after in entries.values_list("action", "after"):
        assert after is not None
        if action == "seats_swapped":
            swaps.append([numbers[after["first"]], numbers[after["second"]]])
        else:
            sizes = [int(size) for size in after["sizes"].split("+")] if action == "pod_sizes_set" else None
            swaps = []
    found: JsonObject = {"sizes": sizes, "swaps": swaps}
    found["pods"] = [[int(number) for number in pod] for pod in seated_pods(event)]
    if event.is_team_event:
        seated = {number for pod in found["pods"] for number in pod}
        lineups = [[entry.number for entry in team.lineup] for team in teams_with_members(event)]
        found["teams"] = [lineup for lineup in lineups if seated.issuperset(lineup)]
    return found


def _rounds(event: Event) -> list[JsonObject]:
    """How each round was paired, from what, and what officials decided about it; rounds of which that was not kept are left out."""
    entries = LogEntry.objects.filter(stream=event.stream, action__in=DECISION_ACTIONS).order_by("number")
    decided: dict[int, list[JsonObject]] = {}
    for action, after, reason in entries.values_list("action", "after", "reason"):
        decided.setdefault((after or {})["round"], []).append({"action": action, "reason": reason})
    announced = event.rounds.filter(published_at__isnull=False, stage="").order_by("number")
    told = dict(announced.values_list("number", "pairing_details__data"))
    return [
        {"round": number, "hidden": False, "decided": decided.get(number, [])}
        | {key: pairing[key] for key in PAIRING_KEYS}
        for number, pairing in told.items()
        if "field" in pairing
    ]


def _pod(pod: Pod) -> JsonObject:
    seats = list(Seat.objects.filter(pod=pod).order_by("number"))
    packs = list(Pack.objects.filter(pod=pod).order_by("pack_round", "opener"))
    picks = list(Pick.objects.filter(pack__in=packs).select_related("seat").order_by("pack", "number"))
    told = _PickLog(pod)
    return {
        "label": pod.label,
        "chance": pod.chance,
        "seats": len(seats),
        "pack_size": pod.draft_format.pack_size,
        "closed": [seat.number + 1 for seat in seats if seat.closed_at],
        "sealed": pod.draft_format.sealed,
        "cube": pod.cube,
        "pack_rounds": pod.draft_format.packs,
        "boosters": pod.boosters,
        "packs": [_pack(pack, [pick for pick in picks if pick.pack_id == pack.pk]) for pack in packs],
        "picks": [row for pack in packs for row in _picks(pod, pack, picks, told)],
    }


class _PickLog:
    """What the log of a pod tells of its picks: which were random, and what a judge has corrected."""

    def __init__(self, pod: Pod) -> None:
        actions = ("pick_by_clock", "pick_corrected")
        self.random: set[tuple[int, int, int]] = set()
        self.first: dict[tuple[int, int, int], str] = {}
        for entry in LogEntry.objects.filter(stream=pod.stream, action__in=actions).order_by("number"):
            after: JsonObject = entry.after or {}
            turn = (after["seat"], after["pack_round"], after["pick"])
            if entry.action == "pick_corrected":
                self.first.setdefault(turn, (entry.before or {})["copy"])
            elif after.get("random"):
                self.random.add(turn)

    def pick_fields(self, pick: Pick) -> JsonObject:
        turn = (pick.seat.number + 1, pick.pack_round, pick.number)
        by = PickedBy.CLOCK if pick.by in PICKED_BY_CLOCK else pick.by
        row = {"by": by, "random": turn in self.random}
        return row | ({"instead_of": self.first[turn]} if turn in self.first else {})


def _pack(pack: Pack, picks: Sequence[Pick]) -> JsonObject:
    cards = [[pick.token, pick.ref] for pick in picks] + [list(copy) for copy in pack.contents]
    place = {"pack_round": pack.pack_round, "seat": pack.opener + 1, "replaced": pack.replacement}
    return place | {"cards": sorted(cards)}


def _picks(pod: Pod, pack: Pack, picks: Sequence[Pick], told: _PickLog) -> list[JsonObject]:
    own = [pick for pick in picks if pick.pack_id == pack.pk]
    left, rows = [pick.token for pick in own] + [token for token, _ref in pack.contents], []
    for pick in own:
        order = display_order(left, seed=bytes(pod.seed), label=pack.stream_label(pod), hops=pick.number - 1)
        place = {"pack_round": pack.pack_round, "opener": pack.opener + 1, "number": pick.number}
        taken = {
            "seat": pick.seat.number + 1,
            "card": pick.token,
            "ref": pick.ref,
            "shown": None if pod.draft_format.sealed else order,
        }
        rows.append(place | taken | told.pick_fields(pick))
        left.remove(pick.token)
    return rows


def _games(event: Event) -> list[JsonObject]:
    links = MatchGame.objects.filter(match__round__event=event, game__ended_at__isnull=False)
    links = links.filter(match__round__cancelled_at=None)
    links = links.select_related("game", "match__round").prefetch_related("game__choices")
    return [
        {
            "round": link.match.round.number,
            "table": link.match.table,
            **({"board": link.match.board} if event.is_team_event else {}),
            "game": link.number,
            "choices": [choice.option for choice in sorted(link.game.choices.all(), key=lambda each: each.number)],
            "record": link.game.record,
        }
        for link in links.order_by("match__round__number", "match__table", "match__board", "number")
    ]


def event_file_text(table: JsonObject) -> str:
    """Return the text of an event's file."""
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"
