"""Games between bots that are reported from a position on, as a person at the table would describe it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import Any, NamedTuple

from gameplay.engine.adjudication.notation import SEPARATOR
from gameplay.engine.adjudication.paper_log import (
    FORMAT,
    log_from_entries,
    reported_game_from_json,
    verdict_json,
    write_entries,
)
from gameplay.engine.adjudication.verdict import ILLEGAL
from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.chance import RandomStream, RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import position_of
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.zones import Visibility
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.games import play_and_report
from tests.instruments.reported_games.report import BotGameReport

ZONE_FIELDS = frozenset({"seats", "field", "attack", "weapons", "operations", "discard", "box"})
"""The fields of a position that contain its cards."""


class Moment(NamedTuple):
    """A play of a game: the number of its entry in the record, its turn, and its player."""

    entry: int
    turn: int
    active: int


class ReportFromPosition:
    """The report of a game between bots that can be cut at any play."""

    def __init__(self, report: BotGameReport) -> None:
        self.report, self.record = report, (record := report.record)
        decks = [[report.printed[ref] for ref in deck] for deck in record.decks]
        chance = RecordedChance(record.entries)
        self.game = Game.begin(report.ruleset, record.variant, decks, chance)
        replay_entries(self.game, chance)

    def moments(self) -> list[Moment]:
        """Return the plays of the game, without those before the first turn."""
        return [
            Moment(entry, state.table.turn, state.table.active)
            for entry, state in self.game.replay_steps()
            if state.ask is not None and state.ask.kind is PLAY and state.table.turn
        ]

    def log(self, moment: Moment, *, seen_by: int | None = None, is_recorded: bool = False) -> dict[str, Any]:
        """Return the log from ``moment`` on: the position, what followed, and the result.

        The position is that of a record, with all cards, if it ``is_recorded``. Otherwise it is what all players see,
        with the hidden cards of the seat ``seen_by``.
        """
        record, names, game = self.record, list(self.report.names), self.game.game_at(moment.entry)
        earlier = replace(record, entries=record.entries[: moment.entry], turns=(), outcome=None)
        before = write_entries(earlier, self.report.ruleset, self.report.printed, names, include_optional=True)
        lines: dict[int, list[str]] = {}
        for entry in self.report.entries[len(before) :]:
            lines.setdefault(entry.turn, []).append(entry.text)
        whole = log_from_entries(record, self.report.entries, names)
        log: dict[str, Any] = {"format": FORMAT, "ruleset": record.ruleset, "variant": record.variant, "players": names}
        log["turns"] = [
            f"{SEPARATOR} ".join(lines.get(turn, ())) for turn in range(moment.turn, self.game.table.turn + 1)
        ]
        log["result"] = whole["result"]
        if is_recorded:
            return log | {"position": position_of(game)}
        return log | {"position": describe_position(self.report.ruleset, game, seen_by), "decks": whole["decks"]}


def describe_position(ruleset: Ruleset, game: Game, seen_by: int | None) -> dict[str, Any]:
    """Return the position of ``game`` as a person at the table describes it: without draw piles, hands are unknown.

    The cards of the seat ``seen_by`` are named.
    """
    position = position_of(game)
    zones = {card: zone for zone in game.table.zones() for card in zone.cards}
    numbers = iter(position.pop("numbers"))
    open_cards = {
        card
        for card, zone in zones.items()
        if zone.visibility is Visibility.ALL or (zone.visibility is Visibility.OWNER and zone.seat == seen_by)
    }
    drawn = {card for card, zone in zones.items() if zone.visibility is not Visibility.NOBODY}
    writer = _Describer(ruleset, game.table.cards, numbers, open_cards, drawn)
    return {name: writer.describe(value) if name in ZONE_FIELDS else value for name, value in position.items()}


class _Describer:
    """Replaces the cards in the fields of a position; ``numbers`` are those of the cards in the order written."""

    def __init__(
        self, ruleset: Ruleset, cards: list[Any], numbers: Iterator[int], open_cards: Set[int], drawn: Set[int]
    ) -> None:
        self.ruleset, self.cards, self.numbers, self.open_cards, self.drawn = ruleset, cards, numbers, open_cards, drawn

    def describe(self, value: Any) -> Any:
        """Return ``value``, a card or anything that contains cards, as it is described; None for an undrawn card."""
        if isinstance(value, str):
            return self._card(value, {})
        if isinstance(value, list):
            return [each for each in map(self.describe, value) if each is not None]
        if not isinstance(value, dict):
            return value
        if "card" not in value:
            return {name: self.describe(each) for name, each in value.items()}
        card = self._card(value["card"], {"card": value["card"]})
        rest = {name: self.describe(each) for name, each in value.items() if name != "card"}
        return None if card is None else card | rest

    def _card(self, ref: str, named: dict[str, Any]) -> Any:
        number = next(self.numbers)
        if number in self.open_cards:
            return named or ref
        if number not in self.drawn:
            return None
        back = self.ruleset.back(self.cards[number])
        return {"unknown": 1} | ({"back": back} if back else {})


# --- many games ---------------------------------------------------------------------------------

CUTS = 3  # of a game
LAST_TURNS = 20  # from which games are reported
DESCRIPTIONS = ("what all players see", "with one hand", "as a record")


def tally_endings(game: str, variant: str, numbers: Iterable[int]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Count the verdicts on true endings of the games with these numbers by description of the position.

    Also return the endings that are called illegal.
    """
    counts: Counter[tuple[str, str]] = Counter()
    illegal = []
    for number in numbers:
        report = ReportFromPosition(play_and_report(RULESETS[game], variant, number, include_optional=True))
        late = [moment for moment in report.moments() if moment.turn > report.game.table.turn - LAST_TURNS]
        for moment in RandomStream(number.to_bytes(32, "big"), "paper/positions").sample(late, min(CUTS, len(late))):
            known: tuple[dict[str, Any], ...] = ({}, {"seen_by": moment.active}, {"is_recorded": True})
            for description, each in zip(DESCRIPTIONS, known, strict=True):
                verdict = verdict_json(reported_game_from_json(report.log(moment, **each), RULESETS, known_cards))
                counts[description, verdict["verdict"]] += 1
                if verdict["verdict"] == ILLEGAL:
                    illegal.append(
                        f"{variant} {number}, {moment}, {description}: {verdict['said']} {verdict['clause']}"
                    )
    return counts, illegal
