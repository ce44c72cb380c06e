"""A player that searches: information-set Monte Carlo tree search over guessed worlds.

Each rollout begins by guessing what the seat cannot see (`Guess`), so that the cards that are
really there are never looked at. One tree is shared by all guesses: its moves are named by what
the seat can tell apart, a card it sees by itself and any other by its face. Below the tree both
sides play the ruleset's greedy moves for a few turns, then `Ruleset.outlook` says who is ahead.

The greedy move is also what the search believes in before it has tried anything: with about a
hundred rollouts chance makes some poor move look good, and only tries that agree can outweigh that.

Sources: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), section IV;
Rosin, "Multi-armed bandits with episode context" (2011), for the weight of what is believed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from gameplay.engine.bots.policies import MAX_TURN_ENTRIES
from gameplay.engine.core.asks import Ask, Option, Outcome, default_answer
from gameplay.engine.core.chance import Diverged, RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import can_see_faces

Move = tuple[Any, ...]
ROLLOUTS = 100  # for each decision
ROLLOUT_TURNS = 6  # that a rollout plays before it is judged
GREEDY_PRIOR = 0.5  # in the greedy move; the rest is divided among all
EXPLORATION = 0.25  # how much belief counts beside what was found; 1 is sure victory
MAX_DETERMINIZATIONS = 12  # at a world that fits this turn, before a rollout is given up


class SearchBot:
    """The player. ``pool`` are definitions as other decks may hold them, each as often as it is likely.

    ``rollouts`` a decision; chance, guesses included, comes from ``stream`` alone.
    """

    __slots__ = ("pool", "rollouts", "ruleset", "stream")

    def __init__(
        self, ruleset: Ruleset, pool: Sequence[Any], stream: RandomStream, *, rollouts: int = ROLLOUTS
    ) -> None:
        self.ruleset = ruleset
        self.pool = pool
        self.stream = stream
        self.rollouts = rollouts

    def __call__(self, game: Game) -> Option:
        """Return the option tried most often; if no guess fits the turn so far, the greedy one."""
        ask = game.ask
        assert ask is not None
        if game.turn_length > MAX_TURN_ENTRIES:
            return default_answer(ask)
        guess, root = InformationSet(game, ask.seat, self.pool), TreeNode(1.0)
        moves = guess.moves_of(game)
        if len(moves) == 1:
            return ask.options[0]
        for left in range(self.rollouts, 0, -1):
            if root.is_decided(left):
                break
            world = self._determinize(game, ask, guess)
            if world is not None:
                self._rollout(world, guess, root)
        if not root.visits:
            return self.ruleset.greedy_bot(game)
        return moves[max(root.children, key=lambda move: root.children[move].visits)]

    def _determinize(self, game: Game, ask: Ask, guess: "InformationSet") -> Game | None:
        """A game that looks to the seat as this one does."""
        for _ in range(MAX_DETERMINIZATIONS):
            try:
                world = game.fork(SeededChance(self.stream), guess.sample_cards(self.stream))
            except Diverged:
                continue
            if world.ask is not None and world.ask.seat == ask.seat and world.ask.options == ask.options:
                return world
        return None

    def _rollout(self, world: Game, guess: "InformationSet", root: "TreeNode") -> None:
        """Go down the tree to a move not yet tried there, play on from it, and tell the way down."""
        end, node, path = world.table.turn + ROLLOUT_TURNS, root, [(root, guess.seat)]
        while world.ask is not None:
            moves, seat = guess.moves_of(world), world.ask.seat
            self._expand(world, node, moves)
            move = node.select_move(moves)
            node = node.children[move]
            path.append((node, seat))
            world.choose(moves[move])
            if not node.visits:
                break
        self._simulate(world, end)
        shares = {seat: victory_share(world, seat) for seat in {seat for _, seat in path}}
        for node, seat in path:
            node.visits += 1
            node.total_value += shares[seat]

    def _expand(self, world: Game, node: "TreeNode", moves: dict[Move, Option]) -> None:
        """Put the moves that are new here under the node, most believed in the greedy one."""
        if all(move in node.children for move in moves):
            return
        likely = self.ruleset.greedy_bot(world)
        for move, option in moves.items():
            if move not in node.children:
                node.children[move] = TreeNode((1 - GREEDY_PRIOR) / len(moves) + GREEDY_PRIOR * (option == likely))

    def _simulate(self, world: Game, end: int) -> None:
        """Play greedily until turn ``end`` begins."""
        greedy = self.ruleset.greedy_bot
        while world.ask is not None and world.table.turn < end:
            world.choose(greedy(world))


class TreeNode:
    """What is known of one move: how much it is believed in, tries, and their sum of shares."""

    __slots__ = ("belief", "children", "total_value", "visits")

    def __init__(self, prior: float) -> None:
        self.children: dict[Move, TreeNode] = {}
        self.belief = prior
        self.visits = 0
        self.total_value = 0.0

    def is_decided(self, remaining: int) -> bool:
        """Whether the move tried most often stays that whatever the rollouts that are left find."""
        *_, second, first = 0, 0, *sorted(node.visits for node in self.children.values())
        return first - second > remaining

    def select_move(self, moves: Iterable[Move]) -> Move:
        """The move to try next: by what it was worth, or all below this node where it is new, and by belief."""
        below = self.children
        tried = sum(node.visits for node in below.values())
        worth = sum(node.total_value for node in below.values()) / tried if tried else 0.0
        reach = EXPLORATION * sqrt(tried + 1)

        def promise(move: Move) -> float:
            node = below[move]
            found = node.total_value / node.visits if node.visits else worth
            return found + reach * node.belief / (1 + node.visits)

        return max(moves, key=promise)


class InformationSet:
    """What ``seat`` knows of a game, and worlds that fit it.

    It knows the cards it sees, its own deck list, and which cards of others it was shown before
    they went out of sight; of these it remembers the cards but not where they went. All
    others of another's deck come from ``pool``. Nothing else of the game is read.
    """

    __slots__ = ("_hidden", "_known", "_pool", "_public", "seat")

    def __init__(self, game: Game, seat: int, pool: Sequence[Any]) -> None:
        table, back = game.table, game.ruleset.back
        self.seat = seat
        seen = {card for place in table.zones() if can_see_faces(place, seat) for card in place.cards}
        shown = set(_revealed_cards(game, seat))
        self._public: list[Any] = [table.cards[card] if card in seen else None for card in range(len(table.cards))]
        self._hidden: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._known: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for card, owner in enumerate(table.owners):
            if card not in seen:
                kind = (owner, back(table.cards[card]))
                self._hidden[kind].append(card)
                if owner == seat or card in shown:
                    self._known[kind].append(table.cards[card])
        for known in self._known.values():
            known.sort(key=lambda definition: str(definition.ref))  # in an order that says nothing
        faces = {definition.ref: definition for definition in self._public if definition is not None}
        self._pool: dict[str, list[Any]] = defaultdict(list)
        for definition in [faces.get(definition.ref, definition) for definition in pool] or faces.values():
            self._pool[back(definition)].append(definition)

    def sample_cards(self, stream: RandomStream) -> list[Any]:
        """The definitions of one possible world, by id."""
        cards = self._public.copy()
        for kind, hidden in self._hidden.items():
            known, pool = self._known[kind], self._pool[kind[1]]
            drawn = [pool[stream.below(len(pool))] for _ in range(len(hidden) - len(known))]
            for card, definition in zip(hidden, stream.shuffled(known + drawn) if known else drawn, strict=True):
                cards[card] = definition
        return cards

    def moves_of(self, world: Game) -> dict[Move, Option]:
        """The options of the pending ask by what the seat can tell of them; of those alike the first."""
        assert world.ask is not None
        moves: dict[Move, Option] = {}
        for option in world.ask.options:
            moves.setdefault(self._move(world, option), option)
        return moves

    def _move(self, world: Game, option: Option) -> Move:
        fields = world.ruleset.sentences.options[option[0]].fields
        return (option[0], *(self._named(world, name, value) for name, value in zip(fields, option[1:], strict=True)))

    def _named(self, world: Game, name: str, value: Any) -> Any:
        if not name.startswith(("card", "slot")) or self._public[value] is not None:
            return value
        return world.table.cards[value].ref if name.startswith("card") else None


def _revealed_cards(game: Game, seat: int) -> Iterator[int]:
    """The cards that what happened has shown to ``seat``."""
    says = game.ruleset.sentences.events
    for code, *values in game.table.events:
        say = says[code]
        if not say.redacted_template or values[0] == seat:
            for name, value in zip(say.fields, values, strict=True):
                if name.startswith("card"):
                    yield value


def victory_share(world: Game, seat: int) -> float:
    """What ``seat`` has of the victory, from 0 to 1: as the game ended, or as it looks."""
    outcome: Outcome | None = world.outcome
    if outcome is None:
        return world.ruleset.win_probability(world.table, seat)
    if not outcome.winners:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0
