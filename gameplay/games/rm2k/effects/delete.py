"""Deleting a card in play or a Syncing card."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter, possible_targets
from gameplay.games.rm2k.table import Rm2kTable, delete_card, delete_syncing_card


@dataclass(frozen=True)
class Delete(Rm2kEffect, verb="delete"):
    """Delete a matching User or Attach in play, and all cards on it (RM-5.1.11, 7.1.3). With ``each``, delete all."""

    what: Filter
    each: bool = False

    def compile(self) -> CompiledEffect:
        find = self.what.compile()

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            targets = possible_targets(table, seat, card, find)
            target = yield from choose_card(seat, "aim", targets, ("delete_for", card))
            if target is not None:
                delete_card(table, target)

        def act_on_each(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            yield from ()
            for target in find(table, seat):  # RM-6.1: not played on them, so immune Users are affected as well
                if target in find(table, seat):  # an Attach leaves with its User
                    delete_card(table, target)

        return act_on_each if self.each else act

    def say(self, language: str) -> str:
        if self.each:
            return (
                f"{self.what.noun('ja')}をすべて削除する" if language == "ja" else f"delete each {self.what.noun('en')}"
            )
        return (
            f"{self.what.counted_text('ja')}を削除する"
            if language == "ja"
            else f"delete {self.what.counted_text('en')}"
        )


@dataclass(frozen=True)
class Disrupt(Rm2kEffect, verb="disrupt"):
    """Delete the face-down Syncing card of a User; its tokens are lost (RM-5.1.12)."""

    whose: Literal["yours", "theirs"] = "theirs"

    def compile(self) -> CompiledEffect:
        mine = self.whose == "yours"

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            users = [user for users in table.users for user in users if user in table.syncing_cards]
            carriers = [user for user in users if (table.owners[user] == seat) == mine]
            carrier = yield from choose_card(seat, "aim", carriers, ("disrupt_for", card))
            if carrier is not None:
                delete_syncing_card(table, carrier)

        return act

    def say(self, language: str) -> str:
        mine = self.whose == "yours"
        if language == "ja":
            return f"{'自分' if mine else '相手'}の同期中のカード1枚を削除する"
        return f"delete the Syncing card on {'a User of yours' if mine else 'an opposing User'}"
