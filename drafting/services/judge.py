"""What only an official may do to a pack or a pick. Both leave their trace in the log, without naming a card."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Sum

from drafting.models import Pack, Pick, Pod
from drafting.rules.packs import Copy, sealed_copies
from drafting.rules.passing import CorrectionTooLateError, NotInPackError, check_correction, check_replacement
from drafting.selectors import access, printed
from gameplay.log import record
from gameplay.models import Account


@transaction.atomic
def replace_pack(pack: Pack, *, author: Account, role: str, reason: str) -> Pack:
    """Exchange a pack with the wrong number of cards for a fresh one (DRF-2.4). Raises PackPickedFromError or CubeSpentError."""
    pod = access.locked_pod(pack.pod)
    pack.refresh_from_db()
    check_replacement(pack.hops)
    pack.replacement += 1
    copies = _fresh(pod, pack)
    pack.contents = [[copy.token, copy.ref] for copy in copies]
    pack.save(update_fields=["replacement", "contents"])
    after = {"seat": pack.opener + 1, "pack_round": pack.pack_round}
    record(pod.stream, "pack_replaced", author=author, role=role, after=after, reason=reason)
    return pack


def _fresh(pod: Pod, pack: Pack) -> Sequence[Copy]:
    """Return what the packs of ``pod`` are made of once more, or what its cube has left. Raises CubeSpentError."""
    seed, label = bytes(pod.seed), pack.label(pod)
    if pod.cube:
        replaced = Pack.objects.filter(pod=pod).aggregate(times=Sum("replacement"))["times"]
        cube = printed.cube_of(pod, pod.seats.count())
        return cube.replacement(replaced, seed=seed, pod_label=pod.chance, label=label)
    kind = printed.kind_of(pod.boosters[pack.pack_round - 1], pod.terms.pack_size)
    return sealed_copies(kind.at(pack.opener, seed=seed, label=label), seed=seed, label=label)


@transaction.atomic
def correct_pick(pick: Pick, token: str, *, author: Account, role: str, reason: str) -> Pick:
    """Give a seat the copy ``token`` instead of what software or the clock took for it, until the next seat has picked.

    Raises CorrectionTooLateError, also once the draft is over, or NotInPackError.
    """
    pod = access.locked_pod(pick.seat.pod)
    pick.refresh_from_db(fields=["token", "ref"])
    pack = Pack.objects.get(pk=pick.pack_id)
    check_correction(pick.number, pack.hops)
    if pod.drafted_at or pack.pack_round != pod.pack_round:
        raise CorrectionTooLateError
    wanted = next((copy for copy in pack.contents if copy[0] == token), None)
    if wanted is None:
        raise NotInPackError
    contents = [copy for copy in pack.contents if copy is not wanted] + [[pick.token, pick.ref]]
    Pack.objects.filter(pk=pack.pk).update(contents=contents)
    before = {"copy": pick.token}
    pick.token, pick.ref = wanted
    pick.save(update_fields=["token", "ref"])
    after = {"seat": pick.seat.number + 1, "pack_round": pick.pack_round, "pick": pick.number, "copy": token}
    record(pod.stream, "pick_corrected", author=author, role=role, before=before, after=after, reason=reason)
    return pick
