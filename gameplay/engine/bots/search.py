"""A search bot: Monte Carlo rollouts of the possible moves, compared on the same scenarios.

A scenario is a determinization and a random stream. In a determinization, the cards that the seat cannot see are
sampled (`InformationSet`), so the search never uses hidden information. Every move is tried in the same scenarios; then
both sides follow the ruleset's greedy bot for a few turns, and `Ruleset.win_probability` evaluates the position. The
difference of two moves in one scenario varies much less than the values themselves.

The moves race: one that is very probably worse than the best one, or hardly better at most, is tried no further, so
that the budget goes to close decisions. The greedy move wins close decisions, because with few scenarios some poor move
will look good by chance.

The budget counts work, not time. So the same seed always leads to the same choice, on any machine.

Sources: Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search" (1996); Maron, Moore, "Hoeffding
races" (1994); Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), for determinizations.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import Any

from gameplay.engine.bots.policies import MAX_TURN_ENTRIES
from gameplay.engine.core.asks import Ask, Option, Outcome, default_answer
from gameplay.engine.core.chance import Diverged, RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import can_see_faces

Move = tuple[Any, ...]
WORK = 100_000  # per decision; answers in rollouts, each weighted by the number of its options, see `Budget`
ROLLOUT_TURNS = 6  # that a rollout plays before the evaluation
FIRST_SCENARIOS = 4  # before the first move can be dropped
DROP_MARGIN = 2.0  # standard errors by which a move must be worse to be dropped
NEGLIGIBLE_GAIN = 0.002  # of win probability, for which no move is tried further
GREEDY_MARGIN = 0.5  # standard errors by which a move must be better than the greedy one to be chosen
DEVIATION_FLOOR = 0.03  # of the difference of two moves in a scenario, while few scenarios are known
MAX_FAILURES = 12  # determinizations in a row that are not consistent with the turn so far
UNUSUAL_ONCE_IN = 5  # cards that a player has put face down
SETUP_WORK = 20  # of a determinization or a fork, in units of `Budget`


class Budget:
    """The work that a search may still do.

    An answer in a rollout counts 1, and 1 for each of its options; an answer that is replayed counts 1.
    """

    __slots__ = ("rollouts", "work")

    def __init__(self, rollouts: int | None, work: int) -> None:
        self.rollouts = inf if rollouts is None else rollouts
        self.work: float = work if rollouts is None else inf

    @property
    def is_spent(self) -> bool:
        return self.rollouts <= 0 or self.work <= 0


class Candidate:
    """A move in the race: its option, and its value in each scenario so far."""

    __slots__ = ("option", "values")

    def __init__(self, option: Option) -> None:
        self.option = option
        self.values: list[float] = []

    def gain_over(self, other: "Candidate") -> tuple[float, float]:
        """Return the mean difference to ``other`` in the scenarios of both, and its standard error."""
        differences = [mine - theirs for mine, theirs in zip(self.values, other.values)]  # noqa: B905 - one was dropped
        count = len(differences)
        mean = sum(differences) / count
        squares = sum((each - mean) ** 2 for each in differences)
        return mean, sqrt((squares / max(count - 1, 1) + DEVIATION_FLOOR**2 / count) / count)


class SearchBot:
    """The bot policy.

    ``pool`` are the definitions that other decks may contain, each as often as it is likely. ``work`` is the budget of
    a decision; ``rollouts``, if given, is the number of rollouts instead. All random numbers, including those of the
    determinizations, come from ``stream``.
    """

    __slots__ = ("pool", "rollouts", "ruleset", "stream", "work")

    def __init__(
        self,
        ruleset: Ruleset,
        pool: Sequence[Any],
        stream: RandomStream,
        *,
        rollouts: int | None = None,
        work: int = WORK,
    ) -> None:
        self.ruleset = ruleset
        self.pool = pool
        self.stream = stream
        self.rollouts = rollouts
        self.work = work

    def __call__(self, game: Game) -> Option:
        """Return the best option; the greedy one if no determinization is consistent with the turn so far."""
        ask = game.ask
        assert ask is not None
        if game.turn_length > MAX_TURN_ENTRIES:
            return default_answer(ask)
        information_set = InformationSet(game, ask.seat, self.pool)
        moves = information_set.moves_of(game)
        if len(moves) == 1:
            return ask.options[0]
        greedy = Candidate(information_set.representative(game, moves, self.ruleset.greedy_bot(game)))
        others = [Candidate(option) for option in moves.values() if option != greedy.option]
        return self._race(game, information_set, greedy, others).option

    def _race(
        self, game: Game, information_set: "InformationSet", greedy: Candidate, others: list[Candidate]
    ) -> Candidate:
        """Try the candidates in one scenario after another, and drop those that lose. Return the winner."""
        budget, racing, failures = Budget(self.rollouts, self.work), [greedy, *others], 0
        while len(racing) > 1 and not budget.is_spent and failures < MAX_FAILURES:
            if not self._try_scenario(game, information_set, racing, budget):
                failures += 1
                continue
            failures = 0
            if len(racing[0].values) >= FIRST_SCENARIOS:
                racing = _remaining(racing)
        if len(racing[0].values) < FIRST_SCENARIOS:
            return greedy
        best = _best(racing)
        if best is not greedy and greedy in racing:
            gain, error = best.gain_over(greedy)
            if gain < GREEDY_MARGIN * error:
                return greedy
        return best

    def _try_scenario(
        self, game: Game, information_set: "InformationSet", racing: Sequence[Candidate], budget: Budget
    ) -> bool:
        """Add the value of each candidate in one more scenario.

        Return False if its determinization is not consistent with what the seat has seen of the turn.
        """
        cards, seed = information_set.sample_cards(self.stream), self.stream.next_word().to_bytes(4, "big")
        values = []
        for candidate in racing:
            budget.work -= SETUP_WORK + game.turn_length
            determinization = _determinize(game, cards, seed)
            if determinization is None:
                return False
            determinization.choose(candidate.option)
            self._simulate(determinization, game.table.turn + ROLLOUT_TURNS, budget)
            values.append(victory_share(determinization, information_set.seat))
            budget.rollouts -= 1
        for candidate, value in zip(racing, values, strict=True):
            candidate.values.append(value)
        return True

    def _simulate(self, determinization: Game, end: int, budget: Budget) -> None:
        """Play greedily until turn ``end`` begins."""
        greedy, work = self.ruleset.greedy_bot, 0
        while (ask := determinization.ask) is not None and determinization.table.turn < end:
            work += 1 + len(ask.options)
            determinization.choose(greedy(determinization))
        budget.work -= work


def _determinize(game: Game, cards: list[Any], seed: bytes) -> Game | None:
    """Return a game with ``cards`` that the asked seat cannot distinguish from ``game``, or None.

    Its chance is the same for the same ``seed``.
    """
    ask = game.ask
    assert ask is not None
    try:
        determinization = game.fork(SeededChance(RandomStream(seed, "scenario")), cards)
    except Diverged:
        return None
    asked: Ask | None = determinization.ask
    is_same = asked is not None and asked.seat == ask.seat and asked.options == ask.options
    return determinization if is_same else None


def _best(racing: Sequence[Candidate]) -> Candidate:
    """Return the candidate of the highest value, the first one of several."""
    return max(racing, key=lambda candidate: sum(candidate.values))


def _remaining(racing: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that may still be better than the best one by more than a negligible gain."""
    best = _best(racing)
    remaining = []
    for candidate in racing:
        if candidate is not best:
            gain, error = candidate.gain_over(best)
            if gain + DROP_MARGIN * error < NEGLIGIBLE_GAIN:
                continue
        remaining.append(candidate)
    return remaining


class InformationSet:
    """The information that ``seat`` has about a game, and samples of the hidden cards that are consistent with it.

    The seat knows the cards that it sees, its own deck list, and the cards of other players that were revealed before
    they were hidden again. It remembers which cards these were, but not where they went. All other cards of other
    decks are sampled from ``pool``: most of those that a player has put face down, from the cards that players usually
    put there (`Ruleset.is_likely_face_down`). Nothing else of the game is used.
    """

    __slots__ = ("_face_down", "_hidden", "_known", "_likely", "_pool", "_public", "seat")

    def __init__(self, game: Game, seat: int, pool: Sequence[Any]) -> None:
        table, ruleset = game.table, game.ruleset
        self.seat = seat
        visible = {card for zone in table.zones() if can_see_faces(zone, seat) for card in zone.cards}
        revealed = set(_revealed_cards(game, seat))
        self._public: list[Any] = [table.cards[card] if card in visible else None for card in range(len(table.cards))]
        self._hidden: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._known: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for card, owner in enumerate(table.owners):
            if card not in visible:
                kind = (owner, ruleset.back(table.cards[card]))
                self._hidden[kind].append(card)
                if owner == seat or card in revealed:
                    self._known[kind].append(table.cards[card])
        for known in self._known.values():
            known.sort(key=lambda definition: str(definition.ref))  # an order that carries no information
        faces = {definition.ref: definition for definition in self._public if definition is not None}
        self._pool: dict[str, list[Any]] = defaultdict(list)
        for definition in [faces.get(definition.ref, definition) for definition in pool] or faces.values():
            self._pool[ruleset.back(definition)].append(definition)
        self._face_down = {
            card: zone.name
            for zone in table.zones()
            if zone.name in ruleset.face_down_zones and zone.seat != seat
            for card in zone.cards
        }
        self._likely = {
            (zone, back): [each for each in cards if ruleset.is_likely_face_down(zone, each)] or cards
            for zone in ruleset.face_down_zones
            for back, cards in self._pool.items()
        }

    def sample_cards(self, stream: RandomStream) -> list[Any]:
        """Return a determinization: the definitions of all cards by id, with the hidden ones sampled."""
        cards = self._public.copy()
        for kind, hidden in self._hidden.items():
            known = self._known[kind]
            places = stream.shuffled(hidden) if known else hidden
            for card, definition in zip(places, known, strict=False):
                cards[card] = definition
            for card in places[len(known) :]:
                cards[card] = self._draw(card, kind[1], stream)
        return cards

    def _draw(self, card: int, back: str, stream: RandomStream) -> Any:
        pool = self._pool[back]
        if card in self._face_down and stream.below(UNUSUAL_ONCE_IN):
            pool = self._likely[self._face_down[card], back]
        return pool[stream.below(len(pool))]

    def moves_of(self, determinization: Game) -> dict[Move, Option]:
        """Return the options of the pending ask by move; of options that the seat cannot distinguish, the first."""
        assert determinization.ask is not None
        moves: dict[Move, Option] = {}
        for option in determinization.ask.options:
            moves.setdefault(self._move(determinization, option), option)
        return moves

    def representative(self, game: Game, moves: dict[Move, Option], option: Option) -> Option:
        """Return the option among ``moves`` that the seat cannot distinguish from ``option``."""
        return moves[self._move(game, option)]

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
