"""Facts about hidden cards that the entries of a reported game reveal.

The methods raise `hypotheses.Backtrack` if another face was assumed for a card: the turn is run again with the right
one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces, KnownTrait
from gameplay.engine.adjudication.hypotheses import Branch, Contradiction
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import Notation, Pattern
from gameplay.engine.adjudication.pending import PendingEntries
from gameplay.engine.core.asks import Option
from gameplay.engine.core.zones import Table


class RevealedCards:
    """Learns the faces of cards from the entries of one run of a turn.

    ``origin`` identifies cards that were shuffled. ``unused_face`` is the card that is just shown and whose assumed
    face no rule has used, or -1. ``named_origins`` are those of cards that an entry of this run has named.
    """

    def __init__(
        self,
        notation: Notation,
        table: Table,
        faces: Faces,
        branch: Branch,
        origin: dict[int, Any],
        *,
        matcher: EventMatcher,
        pending: PendingEntries,
    ) -> None:
        self.notation, self.table, self.faces, self.branch, self.origin = notation, table, faces, branch, origin
        self.matcher, self.pending = matcher, pending
        self.unused_face = -1
        self.named_origins: set[Any] = set()

    def note_shown(self, event: Option) -> None:
        """Note that ``event`` shows a card that may be any card until now, because it is not tracked.

        It was under another card, or at the top of a pile whose order is not reported.
        """
        if not self.faces.untracked:
            return
        if event[0] in self.notation.events.revealing_under:
            self.unused_face = self.matcher.event_values(event)["card"]
        elif event[0] == self.notation.events.pile_top:
            self.unused_face = self.matcher.event_values(event)["card"]
            self.faces.forget([self.unused_face])

    def observe_or_fail(self, card: int, observation: Any) -> None:
        """Note the observation of ``card``. Raises Contradiction if it is not possible."""
        if not self.faces.observe(card, observation):
            clause = self.notation.clauses.violated(self.table, None, self.pending.first, "no_copy")
            raise Contradiction(self.pending.entry_number, clause)

    def apply_learned(self, card: int, origin: Any) -> None:
        """Apply the learned face of ``card``, or discard it if it was learned on another branch of the turn."""
        if self.faces.untracked or origin in self.branch.relearned_origins:
            self.observe_or_fail(card, self.branch.learned_faces[origin])
        elif not self.faces.observe(card, self.branch.learned_faces[origin]):
            self.branch.relearned_origins.add(origin)
            del self.branch.learned_faces[origin]

    def learn(self, card: int, observation: Any) -> bool:
        """Note the observation of ``card``, and return whether it is possible.

        Raises Backtrack if another face was assumed.
        """
        assumed = self.faces.assumed_face(card)
        if observation.fits(assumed) if isinstance(observation, KnownTrait) else observation is assumed:
            return self.faces.observe(card, observation)
        if card == self.unused_face:
            return self.faces.observe(card, observation)
        if not self.faces.copy().observe(card, observation):
            return False
        self.branch.rerun_with(self.origin.get(card, card), observation)
        return True

    def assume_face(self, card: int) -> None:
        """Try each possible face of a face-up card that no entry names, first those that its turn names later."""
        origin = self.origin.get(card, card)
        named = {definition for entry in self.pending for definition in entry.cards}
        possible = sorted(self.faces.possible_faces(card), key=lambda face: face not in named)
        if len(possible) > 1:
            self.branch.note_contradiction(self.pending.contradicted_entry())
        fact = self.faces.unidentified[card]
        if not self.notation.limits.exhaustive_branches:  # the exhaustive search asks for such facts itself
            fact = replace(fact, needed_at=self.pending.entry_number)
        self.branch.learned_faces[origin] = self.branch.decide(("face", origin), possible, fact)

    def matches_pattern(self, pattern: Pattern, event: Option) -> bool:
        """Return whether ``event`` matches ``pattern``; learn the named faces once all other fields match."""
        values = self.matcher.event_values(event)
        number, trait = self.notation.events.traits.get(event[0], ("", ""))
        if not self._other_fields_match(pattern, event):
            return False
        for name in self._revealing_fields(pattern):
            reported = pattern.fields[name]
            if name != number:
                matches = self._learn_named(values[name], reported)
            elif self.faces.is_known(values["card"]):
                matches = values[name] == reported
            else:
                matches = self.learn(values["card"], KnownTrait(trait, reported))
            if not matches:
                return False
        cards = (values[name] for name in pattern.fields if name.startswith("card"))
        self.named_origins.update(self.origin[card] for card in cards if card in self.origin)
        return True

    def _revealing_fields(self, pattern: Pattern) -> list[str]:
        """Return the fields of ``pattern`` that say what card it is."""
        number = self.notation.events.traits.get(pattern.code, ("",))[0]
        return [name for name in pattern.fields if name == number or name.startswith("card")]

    def _other_fields_match(self, pattern: Pattern, event: Option) -> bool:
        values, revealing = self.matcher.event_values(event), self._revealing_fields(pattern)
        return all(values[name] == reported for name, reported in pattern.fields.items() if name not in revealing)

    def _learn_named(self, card: int, named: Sequence[Any]) -> bool:
        if not self.matcher.copy_matches(card, named):
            return False
        if self.faces.is_known(card):
            return self.faces.assumed_face(card) in named
        return any(self.learn(card, definition) for definition in named)

    def relearn(self, event: Option) -> None:
        """Correct a face that was learned on another branch of the turn, if ``event`` reveals another one.

        Raises Backtrack.
        """
        if self.faces.untracked or not self.pending or event[0] not in self.pending[0].codes:
            return
        card = self.matcher.event_values(event).get("card")
        if card is None or (origin := self.origin.get(card)) not in self.branch.learned_faces:
            return
        if origin in self.branch.relearned_origins or origin in self.named_origins:
            return
        patterns = [each for each in self.pending[0].patterns if each.code == event[0]]
        fitting = [each for each in patterns if self._other_fields_match(each, event)]
        faces = self.faces.copy()
        del faces.observed[card]
        named = (definition for pattern in fitting for definition in pattern.fields.get("card", ()))
        if possible := [definition for definition in named if faces.observe(card, definition)]:
            self.branch.relearned_origins.add(origin)
            self.branch.rerun_with(origin, possible[0])
