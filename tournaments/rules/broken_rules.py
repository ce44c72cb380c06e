"""The rules that a pairing made by hand breaks: rematches, second byes and pairing exclusions."""

from collections.abc import Iterable, Iterator

from tournaments.rules.history import Tournament
from tournaments.rules.reasons import DecisionReason

PUBLIC_CODES = ("have_met", "had_bye")
"""The codes of broken rules that are public; only officials see pairing exclusions."""


def broken_rules(
    tournament: Tournament, pairs: Iterable[tuple[str, str]], byes: Iterable[str]
) -> Iterator[DecisionReason]:
    """Yield a reason for each rule that a pairing of the next round breaks (DRF-OP-6, DRF-OP-7)."""
    met = {frozenset((match.a, match.b)): played.number for played in tournament.rounds for match in played.matches}
    had_bye = {player: played.number for played in tournament.rounds for player in played.byes}
    apart = {frozenset(pair) for pair in tournament.apart}
    for a, b in pairs:
        if number := met.get(frozenset((a, b))):
            yield DecisionReason("have_met", {"a": a, "b": b, "round": number})
        if frozenset((a, b)) in apart:
            yield DecisionReason("must_not_meet", {"a": a, "b": b})
    for player in byes:
        if number := had_bye.get(player):
            yield DecisionReason("had_bye", {"player": player, "round": number})
