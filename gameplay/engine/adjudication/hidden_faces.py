"""Assumed faces of hidden cards in a reported game.

A reader of the log knows where a card is, but not which card it is. Each card therefore has an assumed face: the faces
of a seat's deck are assigned to its cards. When a card is revealed with another face, hidden cards exchange their
faces until the assignment is consistent again (an augmenting path of a bipartite matching). If there is no augmenting
path, the revealed card cannot have been there.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


class FaceNeeded(Exception):  # noqa: N818 - a question, not an error
    """The rules need the face of ``card``, which all players have seen but the log does not name."""

    def __init__(self, card: int) -> None:
        self.card = card


@dataclass(frozen=True, slots=True)
class KnownTrait:
    """Partial knowledge of a face: one of its printed numbers, such as its destiny."""

    name: str
    value: int

    def fits(self, definition: Any) -> bool:
        return bool(getattr(definition, self.name) == self.value)


NOTHING_KNOWN = KnownTrait("", 0)


class Faces(list[Any]):
    """The definitions behind the ids of a table, with assumed ones for unknown cards.

    ``decks`` are the definitions of each seat's deck. None is an unlisted deck: its ``size`` cards may be any of
    ``universe``, with at most ``max_copies`` of one name. Cards only exchange faces within their pool in ``pools``:
    the cards of one owner, unless the game defines other pools.

    ``observed`` contains what is known about a card: its definition or a `KnownTrait`. ``unidentified`` are face-up
    cards whose face is unknown, so that the rules must not use an assumed face; the value is the missing fact.
    ``shuffled_groups`` contains the faces of known cards that were shuffled, with the cards among which they are.
    ``displaced`` is only used by `UntrackedFaces`.
    """

    untracked = False

    def __init__(
        self, decks: Sequence[Sequence[Any] | None], size: int, universe: Sequence[Any], max_copies: int | None
    ) -> None:
        dealt = [list(universe[:1]) * size if deck is None else deck for deck in decks]
        owners = [seat for seat, deck in enumerate(dealt) for _ in deck]
        self._set_up([card for deck in dealt for card in deck], owners, universe, max_copies)
        self.deck_is_listed = [deck is not None for deck in decks]

    @classmethod
    def of_cards(
        cls,
        definitions: Sequence[Any],
        owners: Sequence[int],
        *,
        deck_is_listed: Sequence[bool],
        universe: Sequence[Any],
        max_copies: int | None,
    ) -> "Faces":
        """Return the faces of cards that are dealt already; ``owners`` are the seats whose decks they are from."""
        faces = cls.__new__(cls)
        faces._set_up(definitions, owners, universe, max_copies)
        faces.deck_is_listed = list(deck_is_listed)
        return faces

    def _set_up(
        self, definitions: Sequence[Any], owners: Sequence[int], universe: Sequence[Any], max_copies: int | None
    ) -> None:
        self.extend(definitions)
        self.universe, self.max_copies = universe, max_copies
        self.owners = list(owners)
        self.pools: list[Any] = self.owners
        self.all_faces: list[Any] = list(self)
        self.face_of = list(range(len(self)))
        self.holder_of = self.face_of.copy()
        self.handles = {card: str(card) for card in self.face_of}
        self.faces_by_definition: dict[Any, list[int]] = {}  # the faces of each definition
        for face, definition in enumerate(self.all_faces):
            self.faces_by_definition.setdefault(definition, []).append(face)
        self.observed: dict[int, Any] = {}
        self.shuffled_groups: dict[int, frozenset[int]] = {}
        self.displaced: dict[int | None, int] = {}
        self.unidentified: dict[int, Any] = {}

    def copy(self) -> "Faces":
        copy = type(self).__new__(type(self))
        list.__init__(copy, self)
        copy.universe, copy.max_copies, copy.deck_is_listed = self.universe, self.max_copies, self.deck_is_listed
        copy.owners, copy.pools = self.owners, self.pools
        copy.all_faces, copy.faces_by_definition, copy.handles = self.all_faces, self.faces_by_definition, self.handles
        copy.face_of, copy.holder_of = self.face_of.copy(), self.holder_of.copy()
        copy.observed, copy.shuffled_groups, copy.unidentified = (
            self.observed.copy(),
            self.shuffled_groups.copy(),
            self.unidentified.copy(),
        )
        copy.displaced = self.displaced.copy()
        return copy

    def __getitem__(self, card: Any) -> Any:
        if card in self.unidentified:
            raise FaceNeeded(card)
        return list.__getitem__(self, card)

    def assumed_face(self, card: int) -> Any:
        """Return the current face of ``card``, known or not."""
        return list.__getitem__(self, card)

    def is_known(self, card: int) -> bool:
        return not isinstance(self.observed.get(card, NOTHING_KNOWN), KnownTrait)

    def observe(self, card: int, observation: Any) -> bool:
        """Note that ``card`` is a definition or has a trait. Return whether that is possible, else change nothing."""
        before = self.observed.get(card)
        if before is not None and not self._are_compatible(before, observation):
            return False
        if not isinstance(before, KnownTrait) and before is not None:
            return True
        self.observed[card] = observation
        if not self._assign(card):
            self._forget(card, before)
            return False
        if not isinstance(observation, KnownTrait):
            self.unidentified.pop(card, None)
        return True

    def note_shuffle(self, cards: Iterable[int]) -> None:
        """Note that ``cards`` were shuffled: single faces become unknown, the group as a whole stays known."""
        group = frozenset(cards)
        for face, among in self.shuffled_groups.items():
            if among & group:  # the groups overlap, so the face may now be in either
                self.shuffled_groups[face] = among | group
        for card in group:
            observation = self.observed.pop(card, None)
            if observation is not None and not isinstance(observation, KnownTrait):
                self.shuffled_groups[self.face_of[card]] = group
            self.unidentified.pop(card, None)

    def forget(self, cards: Iterable[int]) -> None:
        """Forget what was observed of ``cards`` that left all observed zones; here nothing is forgotten."""

    def possible_faces(self, card: int) -> list[Any]:
        """Return the faces that are possible for ``card``, without duplicates."""
        faces, before = self.copy(), self.observed.get(card)
        possible = {}
        for face in self.universe if not self.deck_is_listed[self.owners[card]] else self.all_faces:
            if face not in possible:
                possible[face] = faces.observe(card, face)
                faces._forget(card, before)
        return [face for face, fits in possible.items() if fits]

    def _forget(self, card: int, before: Any) -> None:
        """Forget what was observed of ``card`` except ``before``."""
        if before is None:
            self.observed.pop(card, None)
        else:
            self.observed[card] = before

    @staticmethod
    def _are_compatible(before: Any, observation: Any) -> bool:
        if isinstance(before, KnownTrait):
            return before == observation if isinstance(observation, KnownTrait) else before.fits(observation)
        return bool(observation.fits(before)) if isinstance(observation, KnownTrait) else before is observation

    def _assign(self, card: int) -> bool:
        """Assign a face to ``card`` that matches its observation. Return whether there is one."""
        if not self.deck_is_listed[self.owners[card]]:
            return self._assign_unlisted(card)
        if self._may_have(card, self.face_of[card]):
            return True
        exchanges = self._augmenting_path(card, self.face_of[card])
        for holder, face in exchanges:
            self.face_of[holder], self.holder_of[face] = face, holder
            super().__setitem__(holder, self.all_faces[face])
        return bool(exchanges)

    def _augmenting_path(self, card: int, free: int) -> list[tuple[int, int]]:
        """Return exchanges that give ``card`` a possible face, or nothing; the last card of the path takes ``free``."""
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
        """Return the cards that may hold a possible face for ``card``."""
        if self.is_known(card):
            return sorted(self.holder_of[face] for face in self.faces_by_definition.get(self.observed[card], ()))
        return range(len(self))

    def _may_have(self, card: int, face: int) -> bool:
        if face in self.shuffled_groups and card not in self.shuffled_groups[face]:
            return False
        observation, definition = self.observed.get(card), self.all_faces[face]
        return observation is None or (
            observation.fits(definition) if isinstance(observation, KnownTrait) else observation is definition
        )

    def _assign_unlisted(self, card: int) -> bool:
        """Assign any matching face of the universe, unless there are too many copies of it."""
        observation = self.observed[card]
        if isinstance(observation, KnownTrait):
            fits = [face for face in self.universe if observation.fits(face)]
            if fits and not observation.fits(self.assumed_face(card)):
                super().__setitem__(card, fits[0])
            return bool(fits)
        super().__setitem__(card, observation)
        if self.max_copies is None:
            return True
        owner = self.owners[card]
        same = [
            other
            for other in self.observed
            if self.owners[other] == owner
            and self.is_known(other)
            and self.assumed_face(other).name == observation.name
        ]
        return len(same) <= self.max_copies


class UntrackedFaces(Faces):
    """Faces that are not counted: a hidden card may be any card of its owner, in any number.

    Observations are forgotten once the card is in a zone that is not observed. Anything that is impossible even so is
    impossible in the game. ``possible_by_owner`` are the definitions by owner, ``back`` returns the back of one; the
    backs ``alike`` are not distinguished. ``displaced`` is the maximum number of
    cards of a seat's second pile (None if shared) that may be in the first one instead (see `exhaustive`).
    """

    untracked = True
    possible_by_owner: dict[Any, dict[Any, None]]
    back: Callable[[Any], str]
    alike: Collection[str]

    @classmethod
    def from_faces(cls, faces: Faces, back: Callable[[Any], str], alike: Collection[str]) -> "UntrackedFaces":
        """Return the same cards as ``faces``, before any observation."""
        untracked = cls.__new__(cls)
        list.__init__(untracked, faces)
        vars(untracked).update(vars(faces.copy()))
        untracked.possible_by_owner, untracked.back, untracked.alike = {}, back, alike
        is_shared = not {pool[0] for pool in faces.pools} <= set(faces.owners)  # then players hold cards of each other
        for card, pool in enumerate(faces.pools):
            definitions = untracked.possible_by_owner.setdefault(None if is_shared else pool[0], {})
            if faces.deck_is_listed[faces.owners[card]]:
                definitions[faces.assumed_face(card)] = None
            else:
                definitions.update(dict.fromkeys(faces.universe))
        untracked.pools = [None if is_shared else pool[0] for pool in faces.pools]
        return untracked

    def copy(self) -> "UntrackedFaces":
        copy = super().copy()
        assert isinstance(copy, UntrackedFaces)
        copy.possible_by_owner, copy.back, copy.alike = self.possible_by_owner, self.back, self.alike
        return copy

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

    def cards_that_may_fit(self, cards: Iterable[int], trait: str, value: object) -> list[int]:
        """Return the known cards whose ``trait`` has this value, and one unknown card that can have it.

        The unknown cards of a pile are equivalent, so one is enough. It is assumed to fit.
        """
        found, unknown = list[int](), None
        for card in cards:
            if self.is_known(card):
                found += [card] if getattr(self.assumed_face(card), trait) == value else []
            elif unknown is None:
                fits = [face for face in self.possible_faces(card) if getattr(face, trait) == value]
                if fits and getattr(self.assumed_face(card), trait) != value:
                    list.__setitem__(self, card, fits[0])
                unknown = card if fits else None
        return found if unknown is None else [*found, unknown]

    def note_shuffle(self, cards: Iterable[int]) -> None:
        self.forget(cards)

    def forget(self, cards: Iterable[int]) -> None:
        for card in cards:
            self.observed.pop(card, None)
            self.unidentified.pop(card, None)

    def possible_faces(self, card: int) -> list[Any]:
        before, back = self.observed.get(card), self._back(self.assumed_face(card))
        return [
            face
            for face in self.possible_by_owner[self.pools[card]]
            if self._back(face) == back and (before is None or self._are_compatible(before, face))
        ]

    def _back(self, face: Any) -> str:
        """Return the back of a face, "" for all that are alike."""
        back = self.back(face)
        return "" if back in self.alike else back
