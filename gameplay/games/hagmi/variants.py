"""The five variants: Tactics, Survival, Simple, Multiplayer, Team (HAG-10 to 13).

Common decks, ignored skills, number of players and teams are independent switches.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the game and the switches of its rulings.

    ``players`` is the minimum and maximum number. ``teams``: seats alternate between two teams (HAG-OP-18).
    ``common``: all players share the main decks (HAG-10.2). ``skills_ignored``: skills of weapons do nothing
    (HAG-11.1). ``opening_hand`` is the number of cards from each main deck.

    ``weapons``, ``operations`` and ``damage`` are minimums of a brought deck; ``advised`` is the recommended minimum
    of a common one (HAG-10.3). ``secrets_per`` is the number of main deck cards per secret plan. ``shared_discard``:
    with common decks, players share a discard pile (HAG-OP-7). ``reshuffle_main_decks``: the discard pile is reshuffled
    into an empty main deck (HAG-OP-4).

    The game is decided as when time is called after ``quiet_rounds`` rounds in which no card left a main deck and no
    player took damage, or after ``most_rounds`` in total (HAG-OP-23).
    """

    name: str
    players: tuple[int, ...] = (2, 2)
    teams: bool = False
    common: bool = False
    skills_ignored: bool = False
    logistics: int = 2
    opening_hand: int = 2
    weapons: int = 20
    operations: int = 20
    damage: int = 1
    advised: int = 50
    secrets_per: int = 20
    shared_discard: bool = True
    reshuffle_main_decks: bool = False
    quiet_rounds: int = 6
    most_rounds: int = 200

    @property
    def has_one_discard(self) -> bool:
        """Whether all players share a discard pile (HAG-OP-7)."""
        return self.common and self.shared_discard


TACTICS = Variant("tactics")
SURVIVAL = Variant("survival", common=True)
SIMPLE = Variant("simple", skills_ignored=True)
MULTIPLAYER = Variant("multiplayer", players=(2, 4))
TEAM = Variant("team", players=(4, 4), teams=True)

VARIANTS = {variant.name: variant for variant in (TACTICS, SURVIVAL, SIMPLE, MULTIPLAYER, TEAM)}
