"""The five ways to play, as data: Tactics, Survival, Simple, Multiplayer, Team (HAG-10 to 13).

Common decks, ignored skills, players and teams are independent of each other: any of them may be set by a switch.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """What one way to play fixes, and the switches of its rulings.

    ``players`` is the least and the most; ``teams``: seats alternate between two of them (HAG-OP-18). ``common``: one
    main deck for all (HAG-10.2). ``skills_ignored``: those of weapons do nothing (HAG-11.1). ``opening_hand`` is how
    many cards of either main deck it has. ``weapons`` and ``operations`` are the fewest a brought deck may have,
    ``advised`` the fewest that are advisable for a common one (HAG-10.3). ``secrets_per``: one secret plan for so many
    cards of the main deck. ``shared_discard``: players with common decks have one discard pile (HAG-OP-7).
    ``reshuffle_main_decks``: an empty main deck is made anew from the discard pile (HAG-OP-4). ``quiet_rounds``: after
    so many rounds in which no card left a main deck and no player received damage the game is decided as when time is
    called; so it is after ``most_rounds`` in all (HAG-OP-23).
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
        """Whether all players have one discard pile (HAG-OP-7)."""
        return self.common and self.shared_discard


TACTICS = Variant("tactics")
SURVIVAL = Variant("survival", common=True)
SIMPLE = Variant("simple", skills_ignored=True)
MULTIPLAYER = Variant("multiplayer", players=(2, 4))
TEAM = Variant("team", players=(4, 4), teams=True)

VARIANTS = {variant.name: variant for variant in (TACTICS, SURVIVAL, SIMPLE, MULTIPLAYER, TEAM)}
