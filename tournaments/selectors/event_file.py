"""The public file of a finished event, for verification of its seed (tournaments.rules.seed_verification)."""

import json
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from cards.selectors import card_set, get_printed_card
from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules.passing import PICKED_BY_CLOCK, PickedBy, display_order
from gameplay.engine.core.errors import RulesError, _
from gameplay.games import RULESETS
from gameplay.models import LogEntry
from tournaments.models import Event, MatchGame
from tournaments.rules.bracket import final_standings
from tournaments.rules.days import iso_start
from tournaments.rules.json_output import standings_json, tournament_json
from tournaments.rules.pairing_verification import DECISION_ACTIONS
from tournaments.rules.seed_verification import FORMAT, SeedVerification, VerificationContext, verify_event
from tournaments.selectors.audit_trail import log_heads
from tournaments.selectors.history import seated_pods, tournament_of
from tournaments.selectors.seats import cut_seats
from tournaments.selectors.teams import teams_with_members

JsonObject = dict[str, Any]
MAX_CHECKS_PER_MINUTE = 20  # for each client address; a check replays the whole event
STAGE_KEYS = ("basis", "field")
PAIRING_KEYS = ("possible", "pairs", "byes", *STAGE_KEYS)
SEATING_ACTIONS = ("pods_made", "pod_sizes_set", "seats_swapped")


class NotFinishedError(RulesError):
    """The seed is secret until the event is over."""

    code = "event_not_finished"
    sentence = _("The seed can be verified once the event is finished and the seed is revealed.")
    is_state_conflict = True


def verify_finished_event(event: Event) -> SeedVerification:
    """Verify the seed of ``event`` from its file. Raises the errors of `event_file`."""
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
    """Return the site's sets, cards and games for verification."""
    return VerificationContext(card_set, get_printed_card, RULESETS)


def public_file(event: Event) -> JsonObject:
    """Return the public file of ``event``: without pairing exclusions; with picks only if the draft log is public.

    Pairing exclusions are for officials only; `event_file` has them for the site's own verification.
    """
    table = event_file(event)
    table["tournament"].pop("apart", None)
    for each in table["rounds"]:
        each["hidden"] = bool(each["field"].pop("apart", None))
    for each in (*table["stages"], *([table["cut_draft"]] if "cut_draft" in table else [])):
        each["field"].pop("apart", None)
    if event.draft_log != Event.DraftLogVisibility.EVERYBODY:
        for pod in table["pods"]:
            pod["picks"] = None
    return table


def event_file(event: Event) -> JsonObject:
    """Return the full file of a finished event: everything decided by its seed, and the results.

    Makes 21 queries, 24 if the top cut has drafted again, and four more for each pod. Raises NotFinishedError.
    """
    if not event.finished_at:
        raise NotFinishedError
    tournament = tournament_of(event)
    seating = {"seating": _seating(event)} if event.seated_at else {}
    seating |= {"cut_draft": _cut_draft(event)} if event.cut_seated_at else {}
    days = {"starts_at": iso_start(event.starts_at), "days": event.days} if event.starts_at and event.days else {}
    return seating | {
        "format": FORMAT,
        "event": str(event.pk),
        "name": event.name,
        **days,
        "commitment": event.commitment,
        "seed": bytes(event.seed).hex(),
        "players": {str(number): name for number, name in event.entries.values_list("number", "name")},
        "pods": [_pod(each.pod) for each in event.pods.select_related("pod") if not each.pod.is_paper_draft],
        "games": _games(event),
        "tournament": tournament_json(tournament),
        **_rounds(event),
        "standings": standings_json(final_standings(tournament)),
        "logs": log_heads(event),
    }


def _seating(event: Event) -> JsonObject:
    """Return how the pods were drawn last, and the seats that officials swapped afterwards."""
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


def _cut_draft(event: Event) -> JsonObject:
    """Return how the top cut was seated for its draft: its seeds, their basis, and the seats."""
    numbers = dict(event.entries.values_list("account", "number"))
    kept = event.cut_seating
    seats = [str(numbers[player]) for player in cut_seats(event).values_list("player", flat=True)]
    return {"seeds": kept.seeds, "seats": seats, "basis": kept.basis, "field": dict(kept.field)}


def _rounds(event: Event) -> JsonObject:
    """Return the Swiss rounds and the stages of the top cut: their pairings, basis, and the officials' decisions.

    Rounds without a stored field of players are left out.
    """
    entries = LogEntry.objects.filter(stream=event.stream, action__in=DECISION_ACTIONS).order_by("number")
    decisions: dict[int, list[JsonObject]] = {}
    for action, after, reason in entries.values_list("action", "after", "reason"):
        decisions.setdefault((after or {})["round"], []).append({"action": action, "reason": reason})
    published = event.rounds.filter(published_at__isnull=False).order_by("number")
    found: JsonObject = {"rounds": [], "stages": []}
    for number, stage, pairing in published.values_list("number", "stage", "pairing_details__data"):
        if "field" in pairing:
            row = {"round": number, "decided": decisions.get(number, [])}
            row |= {} if stage else {"hidden": False}
            row |= {key: pairing[key] for key in (STAGE_KEYS if stage else PAIRING_KEYS)}
            found["stages" if stage else "rounds"].append(row)
    return found


def _pod(pod: Pod) -> JsonObject:
    seats = list(Seat.objects.filter(pod=pod).order_by("number"))
    packs = list(Pack.objects.filter(pod=pod).order_by("pack_round", "opener"))
    picks = list(Pick.objects.filter(pack__in=packs).select_related("seat").order_by("pack", "number"))
    pick_log = _PickLog(pod)
    return {
        "label": pod.label,
        "chance": pod.chance,
        "seats": len(seats),
        "pack_size": pod.draft_format.pack_size,
        "closed": [seat.number + 1 for seat in seats if seat.closed_at],
        "drafted": pod.drafted_at is not None,
        "sealed": pod.draft_format.sealed,
        "cube": pod.cube,
        "pack_rounds": pod.draft_format.packs,
        "boosters": pod.boosters,
        "packs": [_pack(pack, [pick for pick in picks if pick.pack_id == pack.pk]) for pack in packs],
        "picks": [row for pack in packs for row in _picks(pod, pack, picks, pick_log)],
    }


class _PickLog:
    """The log of a pod's picks: which were random, and which a judge has corrected."""

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
    header = {"pack_round": pack.pack_round, "seat": pack.opener + 1, "replaced": pack.replacement}
    return header | {"cards": sorted(cards)}


def _picks(pod: Pod, pack: Pack, picks: Sequence[Pick], pick_log: _PickLog) -> list[JsonObject]:
    own = [pick for pick in picks if pick.pack_id == pack.pk]
    left, rows = [pick.token for pick in own] + [token for token, _ref in pack.contents], []
    for pick in own:
        order = display_order(left, seed=bytes(pod.seed), label=pack.stream_label(pod), hops=pick.number - 1)
        turn = {"pack_round": pack.pack_round, "opener": pack.opener + 1, "number": pick.number}
        taken = {
            "seat": pick.seat.number + 1,
            "card": pick.token,
            "ref": pick.ref,
            "shown": None if pod.draft_format.sealed else order,
        }
        rows.append(turn | taken | pick_log.pick_fields(pick))
        left.remove(pick.token)
    return rows


def ended_games(event: Event) -> QuerySet[MatchGame]:
    """Return the ended online games of the matches of ``event``, round by round, without those of cancelled rounds."""
    links = MatchGame.objects.filter(match__round__event=event, game__ended_at__isnull=False)
    links = links.filter(match__round__cancelled_at=None).select_related("game", "match__round")
    return links.order_by("match__round__number", "match__table", "match__board", "number")


def _games(event: Event) -> list[JsonObject]:
    return [
        {
            "round": link.match.round.number,
            "table": link.match.table,
            **({"board": link.match.board} if event.is_team_event else {}),
            "game": link.number,
            "choices": [choice.option for choice in sorted(link.game.choices.all(), key=lambda each: each.number)],
            "record": link.game.record,
        }
        for link in ended_games(event).prefetch_related("game__choices")
    ]


def event_file_text(table: JsonObject) -> str:
    """Return the event file ``table`` as JSON text."""
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"
