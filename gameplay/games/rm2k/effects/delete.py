"""Delete a card in play, or one that is Syncing."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter, possible_targets
from gameplay.games.rm2k.table import Rm2kTable, delete_card
from gameplay.games.rm2k.table import delete_syncing_card as disrupt_card


@dataclass(frozen=True)
class Delete(Rm2kEffect, verb="delete"):
    """You choose a matching User or Attach in play; it is deleted, and what lies on it (RM-5.1.11, 7.1.3)."""

    what: Filter

    def compile(self) -> CompiledEffect:
        find = self.what.compile()

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            aim = yield from choose_card(seat, "aim", possible_targets(table, seat, card, find), ("delete_for", card))
            if aim is not None:
                delete_card(table, aim)

        return act

    def say(self, language: str) -> str:
        return (
            f"{self.what.counted_text('ja')}を削除する"
            if language == "ja"
            else f"delete {self.what.counted_text('en')}"
        )


@dataclass(frozen=True)
class Disrupt(Rm2kEffect, verb="disrupt"):
    """You choose a User with a Syncing card, unseen; that card is deleted and its tokens are lost (RM-5.1.12)."""

    whose: Literal["yours", "theirs"] = "theirs"

    def compile(self) -> CompiledEffect:
        mine = self.whose == "yours"

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            carriers = [user for users in table.users for user in users if user in table.syncing_cards]
            there = [user for user in carriers if (table.owners[user] == seat) == mine]
            aim = yield from choose_card(seat, "aim", there, ("disrupt_for", card))
            if aim is not None:
                disrupt_card(table, aim)

        return act

    def say(self, language: str) -> str:
        mine = self.whose == "yours"
        if language == "ja":
            return f"{'自分' if mine else '相手'}の同期中のカード1枚を削除する"
        return f"delete the Syncing card on {'a User of yours' if mine else 'an opposing User'}"
