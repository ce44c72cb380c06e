"""Changes of a unit: repair, boosts until the end of the turn, ailments, another attack."""

from dataclasses import dataclass, field

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.hagmi.discards import destroy_damaged
from gameplay.games.hagmi.effects.base import HagmiEffect, compile_target, target_text
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.nouns import AILMENT_WORDS
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import Ailment


@dataclass(frozen=True)
class Repair(HagmiEffect, verb="repair"):
    """Remove all damage from the target."""

    what: Filter | None = None

    def compile(self) -> CompiledEffect:
        choose_targets = compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for each in (yield from choose_targets(table, seat, card)):
                if table.damage_taken.pop(each, 0):
                    table.events.append(("mended", each))

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"remove all damage from {what}" if language == "en" else f"{what}のダメージをすべて取り除く"


@dataclass(frozen=True)
class Boost(HagmiEffect, verb="boost"):
    """The target gets this much more (or less) firepower and armour until the end of the turn."""

    firepower: Signed = 0
    armour: Signed = 0
    what: Filter | None = None

    def compile(self) -> CompiledEffect:
        choose_targets, firepower, armour = compile_target(self.what), self.firepower, self.armour

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for each in (yield from choose_targets(table, seat, card)):
                before = table.boosts.get(each, (0, 0))
                table.boosts[each] = (before[0] + firepower, before[1] + armour)
                table.events.append(("boosted", each, firepower, armour))
            if armour < 0:
                yield from destroy_damaged(table)

        return act

    def say(self, language: str) -> str:
        what, gains = target_text(self.what, language), gain_text(self.firepower, self.armour, language)
        return (
            f"{what} gets {gains} until the end of the turn" if language == "en" else f"ターン終了時まで{what}は{gains}"
        )


@dataclass(frozen=True)
class Afflict(HagmiEffect, verb="afflict"):
    """The target gets an ailment until its controller's next standby step (HAG-3.2.3).

    "down": it cannot attack or defend. "jammed": its skills do nothing. "cut_off": it is not resupplied.
    """

    ailment: Ailment
    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        choose_targets, ailment = compile_target(self.what), self.ailment

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for each in (yield from choose_targets(table, seat, card)):
                current = table.ailments.get(each, ())
                if ailment not in current:
                    table.ailments[each] = tuple(sorted((*current, ailment)))
                    table.events.append(("afflicted", each, ailment))
            if ailment == "jammed":
                yield from destroy_damaged(table)

        return act

    def say(self, language: str) -> str:
        what, name = target_text(self.what, language), AILMENT_WORDS[self.ailment][language == "ja"]
        return f"{what} becomes {name}" if language == "en" else f"{what}を「{name}」にする"


@dataclass(frozen=True)
class Ready(HagmiEffect, verb="ready"):
    """The target may declare another attack in this Battle phase (an exception to HAG-5.1.3)."""

    what: Filter | None = None

    def compile(self) -> CompiledEffect:
        choose_targets = compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for each in (yield from choose_targets(table, seat, card)):
                if each in table.attacked_units:
                    table.attacked_units.remove(each)
                    table.events.append(("readied", each))

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"{what} may attack again" if language == "en" else f"{what}はもう一度攻撃宣言できる"


def gain_text(firepower: int, armour: int, language: str) -> str:
    """Return bonuses in words: "+2 firepower and -1 armour"."""
    names = (("firepower", "火力", firepower), ("armour", "装甲", armour))
    if language == "ja":
        return "、".join(f"{name}{value:+d}" for _, name, value in names if value)
    return " and ".join(f"{value:+d} {name}" for name, _, value in names if value)
