"""Advice: the choice of the search bot, and what may follow from it.

Like the search, it uses nothing but what the seat knows: the other cards are sampled (`search.InformationSet`).
"""

from collections.abc import Collection
from dataclasses import dataclass

from gameplay.engine.bots.search import InformationSet, SearchBot
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged, RandomStream, SeededChance
from gameplay.engine.core.game import Game

TRIES = 24  # samples of what may follow
ATTEMPTS = 12  # at one sample that is consistent with the turn so far


@dataclass(frozen=True, slots=True)
class Advice:
    """A recommended ``option`` of the pending question, by its number.

    ``gains`` are the expected changes of each seat's score until the next turn of the seat that is asked. ``losses``
    are the expected numbers of each seat's cards that are lost. Both are empty if nothing could be sampled.
    """

    option: int
    gains: tuple[float, ...] = ()
    losses: tuple[float, ...] = ()


def advise(bot: SearchBot, game: Game, loss_codes: Collection[str], *, tries: int = TRIES) -> Advice:
    """Return the advice of ``bot`` for the pending question. ``loss_codes`` are the events that count as losses."""
    ask = game.ask
    assert ask is not None
    option = bot(game)
    known = InformationSet(game, ask.seat, bot.pool)
    samples = [sample for _ in range(tries) if (sample := _sample(game, known, bot.stream)) is not None]
    number = ask.options.index(option)
    if not samples:
        return Advice(number)
    seats = range(game.table.seats)
    gains, losses = [0.0 for _ in seats], [0.0 for _ in seats]
    for sample in samples:
        before, events = sample.table.scores(), len(sample.table.events)
        _play_on(sample, option, ask.seat)
        hurt = _losses(sample, events, loss_codes)
        for seat in seats:
            gains[seat] += (sample.table.scores()[seat] - before[seat]) / len(samples)
            losses[seat] += hurt[seat] / len(samples)
    return Advice(number, tuple(gains), tuple(losses))


def _sample(game: Game, known: InformationSet, stream: RandomStream) -> Game | None:
    """Return a game with sampled hidden cards that the seat cannot distinguish from ``game``, or None."""
    assert game.ask is not None
    for _ in range(ATTEMPTS):
        try:
            sample = game.fork(SeededChance(stream), known.sample_cards(stream))
        except Diverged:
            continue
        if sample.ask and (sample.ask.seat, sample.ask.options) == (game.ask.seat, game.ask.options):
            return sample
    return None


def _play_on(sample: Game, option: Option, seat: int) -> None:
    """Choose ``option``, then let all players follow the greedy bot until the next turn of ``seat`` begins."""
    table, greedy = sample.table, sample.ruleset.greedy_bot
    end = table.turn + ((seat - table.active) % table.seats or table.seats)
    sample.choose(option)
    while sample.ask is not None and sample.table.turn < end:
        sample.choose(greedy(sample))


def _losses(sample: Game, first_event: int, codes: Collection[str]) -> list[int]:
    """Return how many cards of each seat were lost since ``first_event``."""
    sentences, owners = sample.ruleset.sentences.events, sample.table.owners
    lost = [0] * sample.table.seats
    for code, *values in sample.table.events[first_event:]:
        if code not in codes:
            continue
        fields = zip(sentences[code].fields, values, strict=True)
        card = next((value for name, value in fields if name.startswith("card")), None)
        if card is not None and owners[card] in range(len(lost)):
            lost[owners[card]] += 1
    return lost
