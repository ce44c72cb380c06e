"""The faces of cards of which only some have been seen.

Whoever follows a reported game knows that a card lies there, but not which. Each card
therefore has a guess for a face: the faces of a seat's deck are dealt out to its cards, and
when one is seen that was guessed otherwise, unseen cards trade faces until all fits again
(an augmenting path of a bipartite matching). Where no trade is left, the card that was
seen cannot have been there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


class FaceNeeded(Exception):  # noqa: N818 - a question, not an error
    """The rules look at the face of ``card``, which everybody has seen but nobody has written down."""

    def __init__(self, card: int) -> None:
        self.card = card


@dataclass(frozen=True, slots=True)
class KnownTrait:
    """All that is known of a face: one printed number of it, such as its destiny."""

    name: str
    value: int

    def fits(self, definition: Any) -> bool:
        return bool(getattr(definition, self.name) == self.value)


class Faces(list[Any]):
    """The definitions behind the ids of a table, the unseen ones guessed.

    ``decks`` are the definitions of each seat's deck, None for a deck nobody has listed:
    its ``size`` cards may be any of ``universe``, at most ``copies`` of one name. Cards trade faces with those of their
    pool in ``pools``: of one owner, unless the game has them otherwise.
    ``seen`` holds what is known of a card: its definition or a `Trait`. ``open`` are the
    unseen cards that lie face up, so that the rules may not go by a guess; each with
    the words for what is missing. ``held`` keeps the faces of cards that were seen and then
    shuffled: they are among those cards and nowhere else. ``astray`` is only used by `LooseFaces`.
    """

    untracked = False

    def __init__(
        self, decks: Sequence[Sequence[Any] | None], size: int, universe: Sequence[Any], max_copies: int | None
    ) -> None:
        self.universe, self.copies = universe, max_copies
        self.deck_is_listed = [deck is not None for deck in decks]
        self.owners: list[int] = []
        self.pools: list[Any] = self.owners
        for seat, deck in enumerate(decks):
            dealt = list(universe[:1]) * size if deck is None else deck
            self.extend(dealt)
            self.owners += [seat] * len(dealt)
        self.all_faces: list[Any] = list(self)
        self.face_of = list(range(len(self)))
        self.holder_of = self.face_of.copy()
        self.handles = {card: str(card) for card in self.face_of}
        self.faces_by_definition: dict[Any, list[int]] = {}  # the faces that are one definition
        for face, definition in enumerate(self.all_faces):
            self.faces_by_definition.setdefault(definition, []).append(face)
        self.observed: dict[int, Any] = {}
        self.shuffled_groups: dict[int, frozenset[int]] = {}
        self.displaced: dict[int | None, int] = {}
        self.unidentified: dict[int, Any] = {}

    def copy(self) -> "Faces":
        twin = type(self).__new__(type(self))
        list.__init__(twin, self)
        twin.universe, twin.copies, twin.deck_is_listed = self.universe, self.copies, self.deck_is_listed
        twin.owners, twin.pools = self.owners, self.pools
        twin.all_faces, twin.faces_by_definition, twin.handles = self.all_faces, self.faces_by_definition, self.handles
        twin.face_of, twin.holder_of = self.face_of.copy(), self.holder_of.copy()
        twin.observed, twin.shuffled_groups, twin.unidentified = (
            self.observed.copy(),
            self.shuffled_groups.copy(),
            self.unidentified.copy(),
        )
        twin.displaced = self.displaced.copy()
        return twin

    def __getitem__(self, card: Any) -> Any:
        if card in self.unidentified:
            raise FaceNeeded(card)
        return super().__getitem__(card)

    def assumed_face(self, card: int) -> Any:
        """The face ``card`` has now, seen or not."""
        return super().__getitem__(card)

    def is_known(self, card: int) -> bool:
        return card in self.observed and not isinstance(self.observed[card], KnownTrait)

    def observe(self, card: int, observation: Any) -> bool:
        """From now on ``card`` is a definition, or has a trait. Answers whether that is possible; else nothing changes."""
        before = self.observed.get(card)
        if before is not None and not self._are_compatible(before, observation):
            return False
        if not isinstance(before, KnownTrait) and before is not None:
            return True
        self.observed[card] = observation
        if not self._assign(card):
            if before is None:
                del self.observed[card]
            else:
                self.observed[card] = before
            return False
        if not isinstance(observation, KnownTrait):
            self.unidentified.pop(card, None)
        return True

    def note_shuffle(self, cards: Iterable[int]) -> None:
        """``cards`` were mixed: which of them is which is no longer known, but what is among them is."""
        group = frozenset(cards)
        for face, among in self.shuffled_groups.items():
            if among & group:  # what one of them may have been any of them may be now
                self.shuffled_groups[face] = among | group
        for card in group:
            seen = self.observed.pop(card, None)
            if seen is not None and not isinstance(seen, KnownTrait):
                self.shuffled_groups[self.face_of[card]] = group
            self.unidentified.pop(card, None)

    def forget(self, cards: Iterable[int]) -> None:
        """What has been seen of ``cards``, which nobody watches any more: it is still so."""

    def possible_faces(self, card: int) -> list[Any]:
        """The faces ``card`` may have by what is known, each once."""
        found = {}
        for face in self.universe if not self.deck_is_listed[self.owners[card]] else self.all_faces:
            if face not in found:
                found[face] = self.copy().observe(card, face)
        return [face for face, fits in found.items() if fits]

    @staticmethod
    def _are_compatible(before: Any, seen: Any) -> bool:
        if isinstance(before, KnownTrait):
            return before == seen if isinstance(seen, KnownTrait) else before.fits(seen)
        return bool(seen.fits(before)) if isinstance(seen, KnownTrait) else before is seen

    def _assign(self, card: int) -> bool:
        """Give ``card`` a face that fits what is known of it."""
        if not self.deck_is_listed[self.owners[card]]:
            return self._assign_unlisted(card)
        if self._may_have(card, self.face_of[card]):
            return True
        trades = self._augmenting_path(card, self.face_of[card])
        for holder, face in trades:
            self.face_of[holder], self.holder_of[face] = face, holder
            super().__setitem__(holder, self.all_faces[face])
        return bool(trades)

    def _augmenting_path(self, card: int, free: int) -> list[tuple[int, int]]:
        """Find trades that leave ``card`` with a face it may have, none if there are none; the last who trades takes ``free``."""
        reached = {free}
        path: list[tuple[int, int]] = []

        def search(holder: int) -> bool:
            if path and self._may_have(holder, free):
                path.append((holder, free))
                return True
            for other in self._possible_holders(holder):
                face = self.face_of[other]
                if face not in reached and self.pools[other] == self.pools[card] and self._may_have(holder, face):
                    reached.add(face)
                    path.append((holder, face))
                    if search(other):
                        return True
                    path.pop()
            return False

        return path if search(card) else []

    def _possible_holders(self, card: int) -> Iterable[int]:
        """The cards among which are all that may hold a face for ``card``."""
        if self.is_known(card):
            return sorted(self.holder_of[face] for face in self.faces_by_definition.get(self.observed[card], ()))
        return range(len(self))

    def _may_have(self, card: int, face: int) -> bool:
        if face in self.shuffled_groups and card not in self.shuffled_groups[face]:
            return False
        seen, definition = self.observed.get(card), self.all_faces[face]
        return seen is None or (seen.fits(definition) if isinstance(seen, KnownTrait) else seen is definition)

    def _assign_unlisted(self, card: int) -> bool:
        """Any face of the universe does, as long as there are not too many copies of it."""
        seen = self.observed[card]
        if isinstance(seen, KnownTrait):
            fits = [face for face in self.universe if seen.fits(face)]
            if fits and not seen.fits(self.assumed_face(card)):
                super().__setitem__(card, fits[0])
            return bool(fits)
        super().__setitem__(card, seen)
        if self.copies is None:
            return True
        owner = self.owners[card]
        same = [
            other
            for other in self.observed
            if self.owners[other] == owner and self.is_known(other) and self.assumed_face(other).name == seen.name
        ]
        return len(same) <= self.copies


class UntrackedFaces(Faces):
    """Faces of which nobody keeps count: an unseen card may be any of those its owner has brought, others however many.

    What was seen is forgotten once the card lies where nobody watches it. Whatever cannot be even so cannot be at all.
    ``brought`` are the definitions by owner. ``astray`` is how many cards at most lie in the second of a seat's piles
    (None: everybody's) that may as well lie in the first (see `sweep`).
    """

    untracked = True
    possible_by_owner: dict[Any, dict[Any, None]]

    @classmethod
    def from_faces(cls, faces: Faces) -> "UntrackedFaces":
        """Return the same cards as ``faces``, before anything has been seen of them."""
        loose = cls.__new__(cls)
        list.__init__(loose, faces)
        vars(loose).update(vars(faces.copy()))
        loose.possible_by_owner = {}
        common = not {pool[0] for pool in faces.pools} <= set(faces.owners)  # then everybody holds cards of everybody
        for card, pool in enumerate(faces.pools):
            kinds = loose.possible_by_owner.setdefault(None if common else pool[0], {})
            if faces.deck_is_listed[faces.owners[card]]:
                kinds[faces.assumed_face(card)] = None
            else:
                kinds.update(dict.fromkeys(faces.universe))
        loose.pools = [None if common else pool[0] for pool in faces.pools]
        return loose

    def copy(self) -> "UntrackedFaces":
        twin = super().copy()
        assert isinstance(twin, UntrackedFaces)
        twin.possible_by_owner = self.possible_by_owner
        return twin

    def observe(self, card: int, observation: Any) -> bool:
        before = self.observed.get(card)
        if before is not None and not self._are_compatible(before, observation):
            return False
        if isinstance(observation, KnownTrait):
            fits = [face for face in self.possible_faces(card) if observation.fits(face)]
            observation, trait = fits[0] if fits else None, observation
            if observation is None:
                return False
            list.__setitem__(
                self, card, self.assumed_face(card) if trait.fits(self.assumed_face(card)) else observation
            )
            self.observed.setdefault(card, trait)
            return True
        if observation not in self.possible_by_owner[self.pools[card]]:
            return False
        list.__setitem__(self, card, observation)
        self.observed[card] = observation
        self.unidentified.pop(card, None)
        return True

    def note_shuffle(self, cards: Iterable[int]) -> None:
        self.forget(cards)

    def forget(self, cards: Iterable[int]) -> None:
        for card in cards:
            self.observed.pop(card, None)
            self.unidentified.pop(card, None)

    def possible_faces(self, card: int) -> list[Any]:
        before = self.observed.get(card)
        return [
            face
            for face in self.possible_by_owner[self.pools[card]]
            if before is None or self._are_compatible(before, face)
        ]
