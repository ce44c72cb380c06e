"""A search bot: information set Monte Carlo tree search over determinizations.

Each rollout begins with a determinization: the cards that the seat cannot see are sampled (`InformationSet`), so the
search never uses hidden information. All determinizations share one tree. Its moves are identified by what the seat
can distinguish: a visible card by itself, any other card by its face. Below the tree both sides follow the ruleset's
greedy bot for a few turns; `Ruleset.win_probability` then evaluates the position.

The prior favours the greedy move. With about a hundred rollouts some poor move will look good by chance; the prior
requires consistent evidence before such a move is chosen.

Sources: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), section IV; Rosin, "Multi-armed
bandits with episode context" (2011), for the weight of the prior (PUCB).
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
ROLLOUTS = 100  # per decision
ROLLOUT_TURNS = 6  # that a rollout plays before the evaluation
GREEDY_PRIOR = 0.5  # of the greedy move; the rest is divided equally among all moves
EXPLORATION = 0.25  # weight of the prior, on the scale of the win probability
MAX_DETERMINIZATIONS = 12  # attempts to find a consistent one before a rollout is abandoned


class SearchBot:
    """The bot policy.

    ``pool`` are the definitions that other decks may contain, each as often as it is likely. ``rollouts`` is the
    number of rollouts per decision. All random numbers, including determinizations, come from ``stream``.
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
        """Return the most visited option; the greedy one if no determinization is consistent with the turn so far."""
        ask = game.ask
        assert ask is not None
        if game.turn_length > MAX_TURN_ENTRIES:
            return default_answer(ask)
        information_set, root = InformationSet(game, ask.seat, self.pool), TreeNode(1.0)
        moves = information_set.moves_of(game)
        if len(moves) == 1:
            return ask.options[0]
        for remaining in range(self.rollouts, 0, -1):
            if root.is_decided(remaining):
                break
            determinization = self._determinize(game, ask, information_set)
            if determinization is not None:
                self._rollout(determinization, information_set, root)
        if not root.visits:
            return self.ruleset.greedy_bot(game)
        return moves[max(root.children, key=lambda move: root.children[move].visits)]

    def _determinize(self, game: Game, ask: Ask, information_set: "InformationSet") -> Game | None:
        """Return a game with sampled hidden cards that the seat cannot distinguish from ``game``, or None."""
        for _ in range(MAX_DETERMINIZATIONS):
            try:
                determinization = game.fork(SeededChance(self.stream), information_set.sample_cards(self.stream))
            except Diverged:
                continue
            asked = determinization.ask
            if asked is not None and asked.seat == ask.seat and asked.options == ask.options:
                return determinization
        return None

    def _rollout(self, determinization: Game, information_set: "InformationSet", root: "TreeNode") -> None:
        """Select a path down the tree to a new move, simulate from there, and back up the result along the path."""
        end, node, path = determinization.table.turn + ROLLOUT_TURNS, root, [(root, information_set.seat)]
        while determinization.ask is not None:
            moves, seat = information_set.moves_of(determinization), determinization.ask.seat
            self._expand(determinization, node, moves)
            move = node.select_move(moves)
            node = node.children[move]
            path.append((node, seat))
            determinization.choose(moves[move])
            if not node.visits:
                break
        self._simulate(determinization, end)
        values = {seat: victory_share(determinization, seat) for seat in {seat for _, seat in path}}
        for node, seat in path:
            node.visits += 1
            node.total_value += values[seat]

    def _expand(self, determinization: Game, node: "TreeNode", moves: dict[Move, Option]) -> None:
        """Add a child node for each new move; the greedy move has the highest prior."""
        if all(move in node.children for move in moves):
            return
        greedy_move = self.ruleset.greedy_bot(determinization)
        for move, option in moves.items():
            if move not in node.children:
                prior = (1 - GREEDY_PRIOR) / len(moves) + GREEDY_PRIOR * (option == greedy_move)
                node.children[move] = TreeNode(prior)

    def _simulate(self, determinization: Game, end: int) -> None:
        """Play greedily until turn ``end`` begins."""
        greedy = self.ruleset.greedy_bot
        while determinization.ask is not None and determinization.table.turn < end:
            determinization.choose(greedy(determinization))


class TreeNode:
    """The statistics of one move: its prior, its visits, and the sum of their values."""

    __slots__ = ("children", "prior", "total_value", "visits")

    def __init__(self, prior: float) -> None:
        self.children: dict[Move, TreeNode] = {}
        self.prior = prior
        self.visits = 0
        self.total_value = 0.0

    def is_decided(self, remaining: int) -> bool:
        """Return whether the most visited move keeps its lead, whatever the remaining rollouts find."""
        *_, second, first = 0, 0, *sorted(node.visits for node in self.children.values())
        return first - second > remaining

    def select_move(self, moves: Iterable[Move]) -> Move:
        """Return the next move to try: that with the highest upper confidence bound.

        The bound combines the mean value and the prior. A new move starts with the mean value of its siblings.
        """
        children = self.children
        visits = sum(node.visits for node in children.values())
        mean_value = sum(node.total_value for node in children.values()) / visits if visits else 0.0
        exploration = EXPLORATION * sqrt(visits + 1)

        def upper_bound(move: Move) -> float:
            node = children[move]
            value = node.total_value / node.visits if node.visits else mean_value
            return value + exploration * node.prior / (1 + node.visits)

        return max(moves, key=upper_bound)


class InformationSet:
    """The information that ``seat`` has about a game, and samples of the hidden cards that are consistent with it.

    The seat knows the cards that it sees, its own deck list, and the cards of other players that were revealed before
    they were hidden again. It remembers which cards these were, but not where they went. All other cards of other
    decks are sampled from ``pool``. Nothing else of the game is used.
    """

    __slots__ = ("_hidden", "_known", "_pool", "_public", "seat")

    def __init__(self, game: Game, seat: int, pool: Sequence[Any]) -> None:
        table, back = game.table, game.ruleset.back
        self.seat = seat
        visible = {card for zone in table.zones() if can_see_faces(zone, seat) for card in zone.cards}
        revealed = set(_revealed_cards(game, seat))
        self._public: list[Any] = [table.cards[card] if card in visible else None for card in range(len(table.cards))]
        self._hidden: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._known: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for card, owner in enumerate(table.owners):
            if card not in visible:
                kind = (owner, back(table.cards[card]))
                self._hidden[kind].append(card)
                if owner == seat or card in revealed:
                    self._known[kind].append(table.cards[card])
        for known in self._known.values():
            known.sort(key=lambda definition: str(definition.ref))  # an order that carries no information
        faces = {definition.ref: definition for definition in self._public if definition is not None}
        self._pool: dict[str, list[Any]] = defaultdict(list)
        for definition in [faces.get(definition.ref, definition) for definition in pool] or faces.values():
            self._pool[back(definition)].append(definition)

    def sample_cards(self, stream: RandomStream) -> list[Any]:
        """Return a determinization: the definitions of all cards by id, with the hidden ones sampled."""
        cards = self._public.copy()
        for kind, hidden in self._hidden.items():
            known, pool = self._known[kind], self._pool[kind[1]]
            drawn = [pool[stream.below(len(pool))] for _ in range(len(hidden) - len(known))]
            for card, definition in zip(hidden, stream.shuffled(known + drawn) if known else drawn, strict=True):
                cards[card] = definition
        return cards

    def moves_of(self, determinization: Game) -> dict[Move, Option]:
        """Return the options of the pending ask by move; of options that the seat cannot distinguish, the first."""
        assert determinization.ask is not None
        moves: dict[Move, Option] = {}
        for option in determinization.ask.options:
            moves.setdefault(self._move(determinization, option), option)
        return moves

    def _move(self, determinization: Game, option: Option) -> Move:
        fields = determinization.ruleset.sentences.options[option[0]].fields
        return (
            option[0],
            *(self._named(determinization, name, value) for name, value in zip(fields, option[1:], strict=True)),
        )

    def _named(self, determinization: Game, name: str, value: Any) -> Any:
        if not name.startswith(("card", "slot")) or self._public[value] is not None:
            return value
        return determinization.table.cards[value].ref if name.startswith("card") else None


def _revealed_cards(game: Game, seat: int) -> Iterator[int]:
    """Yield the cards that the events so far have revealed to ``seat``."""
    sentences = game.ruleset.sentences.events
    for code, *values in game.table.events:
        sentence = sentences[code]
        if not sentence.redacted_template or values[0] == seat:
            for name, value in zip(sentence.fields, values, strict=True):
                if name.startswith("card"):
                    yield value


def victory_share(determinization: Game, seat: int) -> float:
    """Return the value of a game for ``seat`` from 0 to 1: that of its outcome, or else the win probability."""
    outcome: Outcome | None = determinization.outcome
    if outcome is None:
        return determinization.ruleset.win_probability(determinization.table, seat)
    if not outcome.winners:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0
