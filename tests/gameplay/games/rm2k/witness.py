"""What a person beside the table writes down of a game (see `tests.instruments.reported_games.witness`)."""

from collections.abc import Iterator
from typing import Any

from gameplay.engine.core.asks import PASS, Ask, Option
from gameplay.games.rm2k.terms import SKILLS
from tests.instruments.reported_games.witness import CardName, Kind, Look, Note, Witness, moved

WORDS = {"use": "use {0}", "attacker": "{0} attacks", "defender": "{0} defends", "recover": "recover {0}"}


class Rm2kWitness(Witness):
    """A witness of a game of #rm2k_anime."""

    def decided(self, ask: Ask, option: Option) -> Iterator[Note]:
        code, *values = option
        seat, self.is_paid = ask.seat, False
        if self.table.turn == 0:
            return  # the starting Users are chosen in secret
        if code in WORDS:
            yield self.note(Kind.DECISION, WORDS[code], *values, seat=seat)
        elif code == "sync":
            yield self.note(Kind.DECISION, "sync on {0}", values[1], seat=seat)
        elif code == "pay":
            carrier = self._carrier(values[1])
            yield self.note(Kind.PAYMENT, "{0} pays for {1}", values[0], carrier, seat=seat)
        elif code == "activate":
            yield self.note(
                Kind.DECISION, "{0} activates {1}", self._carrier(values[0]), values[0], seat=seat, short="activate {1}"
            )
        elif code == "instant":
            yield self.note(Kind.DECISION, "{0} plays {1}", values[1], values[0], seat=seat, short="play {1}")
        elif code == "against" and ask.about[0] == "aim":
            yield Note(Kind.DECISION, "challenged", seat=values[0])
        elif code == "yes" and ask.about[0] == "claim":
            yield self.note(Kind.DECISION, "claim {0}", ask.about[1], seat=seat, short="claim")

    def begin_turn(self, table: Any) -> None:
        """Note first, on request, that no payment was made in the turn before."""
        turn = [moment for moment in self.moments if self.moments[-1].turn == moment.turn > 0]
        if turn and all(note.kind is not Kind.PAYMENT for moment in turn for note in moment.notes):
            self.look_again()
            turn[-1].notes.append(Note(Kind.DETAIL, "pays nothing", seat=turn[-1].active))
        super().begin_turn(table)

    def _carrier(self, card: int) -> int:
        """Return the User on which a face-down card lies."""
        return next(user for user, carried in self.table.syncing_cards.items() if carried == card)

    def changed(self, before: Look, after: Look) -> Iterator[Note]:  # noqa: C901 - one case for each zone
        if self.table.turn == 0:
            yield from self._revealed(before, after)
        if self.ask is not None and self.option == PASS:
            yield from self._totals(before, after)
        for card, was, now, seat in moved(before, after):
            name = self.named(card, before)
            if was == "users" and now != "users":
                # If a player is out, all cards of the player leave: what was aimed at has been deleted.
                is_aimed_at = (
                    self.option == ("aim", card) and self.ask is not None and self.ask.about[0] == "delete_for"
                )
                is_out = is_aimed_at and not now
                words = "delete {0}" if now == "discard" or is_out else "{0} returns"
                if now or is_out or after.counts.get(("hand", seat), 0) > before.counts.get(("hand", seat), 0):
                    yield Note(Kind.RESULT, words, (name,))
            elif was == "limbo" and now == "users":
                yield self.note(Kind.RESULT, "{0} arrives", card)
            elif now == "attaches":
                bearer = int(after.marks[card]["under"])
                yield self.note(Kind.RESULT, "{0} attached to {1}", card, bearer)
            elif not was and now == "discard" and card in self.carried:
                yield from self._left_carrier(card, self.named(self.carried[card], before), seat)
            elif not was and now == "discard" and self.option == ("discard", card):
                yield Note(Kind.DECISION, "discard {0}", (name,), seat)
        for card in sorted(before.places.keys() & after.places.keys()):
            if before.places[card][0] == after.places[card][0] == "users":
                yield from self._marked(before, after, card)
        yield from self._scores(before, after)
        self.carried = {card: user for user, card in self.table.syncing_cards.items()}

    carried: dict[int, int] = {}
    is_paid = False
    """Whether the lag by which the latest decision is paid for has been seen."""

    def _left_carrier(self, card: int, carrier: CardName, seat: int | None) -> Iterator[Note]:
        """Yield that a face-down card is deleted, or an Attach that was activated and can be put on no User."""
        if self.option != ("activate", card):
            yield Note(Kind.RESULT, "{0} drops {1}", (carrier, self.named(card)), seat)
        elif self.table.cards[card].type == "attach":
            yield self.note(Kind.RESULT, "delete {0}", card)

    def _revealed(self, before: Look, after: Look) -> Iterator[Note]:
        shown = [card for card, place in after.places.items() if place[0] == "users" and card not in before.places]
        shown.sort(key=lambda card: (after.places[card][1], card not in self.table.main_users))
        for card in shown:
            words = "main {0}" if card in self.table.main_users else "starts {0}"
            yield self.note(Kind.DECISION, words, card, seat=after.places[card][1])

    def _marked(self, before: Look, after: Look, card: int) -> Iterator[Note]:
        """Yield the notes on the lag of a User that is no payment."""
        old, new = before.marks[card], after.marks[card]
        lag, payment = new.get("lag", 0) - old.get("lag", 0), self._payment_of(card)
        if payment and not self.is_paid:
            lag, self.is_paid = lag - payment, True
        if lag > 0:
            kind = Kind.DECISION if self.option in (("lag", card), ("aim", card)) else Kind.RESULT
            yield self.note(kind, f"{lag} lag on {{0}}", card, short="lag on {0}")
        elif lag < 0:
            yield self.note(Kind.RESULT, f"{{0}} clears {-lag}", card, short="{0} clears")
        if self.option == ("aim", card):
            for skill in SKILLS:
                if change := new.get(skill, 0) - old.get(skill, 0):
                    yield self.note(Kind.DECISION, f"{{0}} level {change}", card)
        tokens = new.get("tokens", 0) - old.get("tokens", 0) if "tokens" in old and "tokens" in new else 0
        if tokens > 0 and self.option[0] != "pay":
            yield self.note(Kind.RESULT, f"charge {{0}} {tokens}", card, short="charge {0}")

    def _payment_of(self, card: int) -> int:
        """Return the lag on ``card`` by which the latest decision is paid for."""
        code, *values = self.option
        if code == "pay" and values[0] == card:
            return 1
        if code == "instant" and values[1] == card:
            return int(self.table.cards[values[0]].cost)
        if code == "use" and values[0] == card:
            return int(self.table.cards[card].ability_cost)
        return 0

    def _totals(self, before: Look, after: Look) -> Iterator[Note]:
        """Yield the totals of a Challenge that is over, as no player wanted to change them."""
        if after.public["challenge"] or sum(item[0] in ("played", "challenges") for item in before.resolving) != 1:
            return  # an answer may change them again
        for item in before.resolving:
            if item[0] == "totals":
                ours, theirs = item[1:]
                card = next(card for card, place in before.places.items() if place[0] == "stack")
                name = (self.named(card, before),)
                yield Note(Kind.TOTAL, f"{{0}} {ours} to {theirs}", name, short=f"{ours} to {theirs}")

    @staticmethod
    def _scores(before: Look, after: Look) -> Iterator[Note]:
        for seat, (old, new) in enumerate(zip(before.scores, after.scores, strict=False)):
            if new != old:
                yield Note(Kind.TOTAL, f"{new - old} VP", seat=seat)
        for seat in after.public["out"]:
            if before.public and seat not in before.public["out"]:
                yield Note(Kind.RESULT, "out", seat=seat)
