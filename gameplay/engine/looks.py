"""What everybody can tell of the choices in a reported game, and which of them look alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.engine.asks import Option
from gameplay.engine.unseen import Faces
from gameplay.engine.words import Say, Words
from gameplay.engine.zones import Table

CARD = ("card", "slot")


class Looks:
    """Looks at a table whose cards have these faces."""

    def __init__(self, table: Table, faces: Faces, words: Words) -> None:
        self.table, self.faces, self.words = table, faces, words

    def seen(self, says: Mapping[str, Say], what: Option) -> list[Any]:
        """A code and what it names as everybody sees it: None for an unseen card."""
        seen: list[Any] = [what[0]]
        for name, value in zip(says[what[0]].fields, what[1:], strict=True):
            if not name.startswith(CARD):
                seen.append(value)
            else:
                seen.append(self.faces.guess(value) if self.faces.known(value) else None)
        return seen

    def is_guess(self, option: Option) -> bool:
        """Whether an option names a card that nobody has seen."""
        return None in self.seen(self.words.options, option)

    def one_of_each(self, options: Sequence[Option]) -> list[Option]:
        """The options that can be told apart: unseen cards with one back look alike, and copies with the same marks."""
        looks = [tuple(self.seen(self.words.options, option)) for option in options]
        if len(set(looks)) < len(looks):
            marks = self.table.marks(self.faces.handles)
            looks = [(*look, *self._worn(option, look, marks)) for option, look in zip(options, looks, strict=True)]
        ways: dict[Any, Option] = {}
        for look, option in zip(looks, options, strict=True):
            ways.setdefault(look, option)
        return list(ways.values())

    def _worn(self, option: Option, look: Sequence[Any], marks: Mapping[int, Any]) -> list[Any]:
        """What the cards wear that an option names, or their backs where nobody sees more."""
        fields = self.words.options[option[0]].fields
        cards = [at for at, name in enumerate(fields, 1) if name.startswith(CARD)]
        return [self.faces.pools[option[at]] if look[at] is None else repr(marks.get(option[at])) for at in cards]
