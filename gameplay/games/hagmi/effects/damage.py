"""Damage to cards and players."""

from dataclasses import dataclass, field

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.hagmi.damage import damage_cards, damage_players
from gameplay.games.hagmi.effects.base import WHO_WORDS, HagmiEffect, Who, affected_seats, compile_target, target_text
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import HagmiTable


@dataclass(frozen=True)
class Damage(HagmiEffect, verb="damage"):
    """Deal ``amount`` damage to the target, or to every match simultaneously."""

    amount: int
    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        amount, choose_targets = self.amount, compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            targets = yield from choose_targets(table, seat, card)
            yield from damage_cards(table, dict.fromkeys(targets, amount))

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"deal {self.amount} damage to {what}" if language == "en" else f"{what}に{self.amount}ダメージを与える"


@dataclass(frozen=True)
class Hit(HagmiEffect, verb="hit"):
    """Deal ``amount`` damage to players simultaneously."""

    amount: int
    who: Who = "opponent"

    def compile(self) -> CompiledEffect:
        amount, who = self.amount, self.who

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            seats = yield from affected_seats(table, seat, who, card)
            yield from damage_players(table, dict.fromkeys(seats, amount))

        return act

    def say(self, language: str) -> str:
        who = WHO_WORDS[self.who][language == "ja"]
        return f"deal {self.amount} damage to {who}" if language == "en" else f"{who}に{self.amount}ダメージを与える"
