"""The online table: games begin, choices are made, and games end."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from gameplay import ports
from gameplay.bots import make_online_bot
from gameplay.engine.bots.policies import BotPolicy
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.background import after_commit, call_and_log_errors
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, Choice, GameSeat, OnlineGame
from gameplay.selectors import games as selectors

PLAYER, SITE = "player", "site"
DEFAULT_BOT = "greedy"
BOT_GRACE = timedelta(seconds=5)  # for bots that were just called, before the sweep wakes them
BOT_RETRY_INTERVAL = timedelta(seconds=15)  # for those that the sweep has woken
MAX_GAMES_PER_SWEEP = 20  # games that one sweep wakes: without a worker it waits for their bots

log_sentences.register_templates({
    "game_began": _("The game begins."),
    "chose": _("Choice {number} is made."),
    "took_back": _("A choice is taken back."),
    "game_over": _("The game is over."),
})  # fmt: skip


class LogText(NamedTuple):
    """What the log says of something that is no player's choice."""

    action: str
    role: str
    reason: str = ""
    after: Mapping[str, Any] = MappingProxyType({})


class StaleChoiceError(RulesError):
    """The choice is for another moment: the game has gone on; ``details`` say how far."""

    code = "stale_choice"
    sentence = _("The game has gone on to question {asked}. Look again before you choose.")
    is_state_conflict = True


class GameOverError(RulesError):
    """Nothing more can be chosen in a game that is over."""

    code = "game_over"
    sentence = _("The game is over.")
    is_state_conflict = True


class NotYourTurnError(RulesError):
    """The other side is being asked."""

    code = "not_asked"
    sentence = _("Somebody else is to choose. Wait until you are asked.")
    is_state_conflict = True


@transaction.atomic
def start_game(
    *,
    ruleset: str,
    variant: str,
    decks: Sequence[Sequence[str]],
    players: Sequence[Account],
    seed: bytes,
    chance: str,
    switches: Mapping[str, Any] = MappingProxyType({}),
    bots: Sequence[str] = (),
    take_backs: bool = True,
) -> OnlineGame:
    """Begin a game: for each side a deck, as refs, and its player. It draws from ``seed`` under the name ``chance``.

    ``switches`` are fields of the variant that are played otherwise; ``take_backs``: see `take_back`. Bots among the
    players move by themselves once this commits, as that of the name in ``bots``, by seat, does: else a greedy one. Raises KeyError or CatalogueError for a deck of cards that are not there, TypeError for a
    switch, WrongPlayersError.
    """
    game = OnlineGame(ruleset=ruleset, variant=variant, seed=seed, chance=chance, take_backs=take_backs)
    game.decks, game.switches = [list(deck) for deck in decks], dict(switches)
    # Among bots nobody needs to be asked what they cannot answer: nobody reads anything from the time it takes.
    game.pausing = sum(player.kind != Account.Kind.BOT for player in players) > 1
    game.began_at = timezone.now()
    state = selectors.initial_state(game)  # a deck that cannot be dealt stops here
    first = None if state.ask is None else players[state.ask.seat]
    if first and first.kind == Account.Kind.BOT:
        game.bots_due_at = game.began_at + BOT_GRACE
    game.save(force_insert=True)
    GameSeat.objects.bulk_create(
        GameSeat(game=game, number=n, player=player, bot=bots[n] if bots else DEFAULT_BOT)
        for n, player in enumerate(players)
    )
    names = {str(number): player.handle for number, player in enumerate(players)}
    append_entry(game.stream, "game_began", author=None, role=SITE, after={"variant": variant, "players": names})
    _wake_bots(game)
    return game


class NoTakeBacksError(RulesError):
    """What is chosen in this game stands; a judge may still go back."""

    code = "no_take_backs"
    sentence = _("In this game a choice stands. If it was a mistake, call a judge.")


@transaction.atomic
def choose(account: Account, game: OnlineGame, *, number: int, option: int | Mapping[str, Any]) -> OnlineGame:
    """Answer question ``number``, counted from 0, with an option: its number, or its code and fields (`engine.named`).

    Raises StaleChoiceError, GameOverError, NotYourTurnError, NotAnOptionError, and UnreadableError for what is no
    choice of this game.
    """
    state = _state_for_player(account, game, number)
    _carry_out(game, state, resolve_option(state, option), author=account)
    return game


@transaction.atomic
def take_back(account: Account, game: OnlineGame, *, number: int) -> OnlineGame:
    """Take back the last choice of ``account``, who is asked question ``number`` and may make it anew.

    Raises NoTakeBacksError, ChoiceStandsError and what `choose` does.
    """
    state = _state_for_player(account, game, number)
    if not game.take_backs:
        raise NoTakeBacksError
    state.take_back()
    made = [Choice(option=list(state.entries[-1]), author=account)]
    store_choices(game, state, made, author=account, log_text=LogText("took_back", PLAYER))
    return game


@transaction.atomic
def concede(account: Account, game: OnlineGame) -> OnlineGame:
    """``account`` gives up the game. Raises GameOverError; nothing happens for somebody who does not play."""
    state = _running_state(game)
    seat = selectors.seat_number(selectors.seats(game), account)
    if seat is not None:
        _carry_out(game, state, (CONCEDE, seat), author=account)
    return game


@transaction.atomic
def call_time(game: OnlineGame) -> OnlineGame:
    """Time is called: the current turn is finished and the game ends (ENE-X.3). Raises GameOverError.

    Whoever is asked still answers, even where that leaves no choice, so that the turn does not go on by itself.
    """
    state = _running_state(game)
    _carry_out(game, state, (TIME, state.table.turn), author=None)
    return game


def move_bots(game_id: UUID | str) -> bool:
    """Make every choice that is up to a bot until a person is asked; say whether there was one.

    The choices are one transaction, begun once they are thought out, and one entry of the log. Of two at once, one
    raises StaleChoiceError.
    """
    game = OnlineGame.objects.get(pk=game_id)
    if game.ended_at:
        return False
    state = selectors.current_state(game)
    bots = {seat.number: seat for seat in selectors.seats(game) if seat.player.kind == Account.Kind.BOT}
    players = {number: _make_bot(game, seat) for number, seat in bots.items()}
    made: list[Choice] = []
    while state.ask is not None and (seat := bots.get(state.ask.seat)):
        options = state.ask.options  # one, if the game pauses where nobody has a choice
        option = options[0] if len(options) == 1 else players[seat.number](state)
        made.append(Choice(option=list(option), author=seat.player))
        state.choose(option)
    if made:
        with transaction.atomic():
            store_choices(game, state, made, author=None)
    else:
        OnlineGame.objects.filter(pk=game.pk, number=game.number).update(bots_due_at=None)
    return bool(made)


def has_bots_to_move(game_id: UUID | str) -> bool:
    """Whether a bot is asked in a game that goes on. One query."""
    return OnlineGame.objects.filter(pk=game_id, ended_at=None, bots_due_at__isnull=False).exists()


def sweep(now: datetime) -> None:
    """Wake bots that are asked and have lost their call, as in a crash. One query on a quiet second."""
    late = Q(bots_due_at__lte=now) | Q(bots_due_at__gt=now + 2 * BOT_RETRY_INTERVAL)  # set by a clock that was ahead
    due = OnlineGame.objects.filter(late, ended_at=None).order_by("bots_due_at")
    for pk, due_at in due.values_list("pk", "bots_due_at")[:MAX_GAMES_PER_SWEEP]:
        if OnlineGame.objects.filter(pk=pk, bots_due_at=due_at).update(bots_due_at=now + BOT_RETRY_INTERVAL):
            call_and_log_errors(ports.wake_bots(), str(pk))


def _make_bot(game: OnlineGame, seat: GameSeat) -> BotPolicy:
    """The bot of that seat; what it draws follows from the game and the question."""
    stream = RandomStream(bytes(game.seed), f"{game.chance}/bot/{seat.number}/question/{game.number}")
    return make_online_bot(game.ruleset, game.variant, seat.bot, stream)


def state_at(game: OnlineGame, number: int) -> Game:
    """The state of ``game`` if it stands at question ``number``. Raises GameOverError, StaleChoiceError."""
    state = _running_state(game)
    if number != game.number:
        raise StaleChoiceError(asked=game.number)
    return state


def _state_for_player(account: Account, game: OnlineGame, number: int) -> Game:
    """The state of ``game`` at question ``number``, which ``account`` is asked. Raises NotYourTurnError, as `state_at`."""
    state = state_at(game, number)
    if state.ask is None or selectors.seat_number(selectors.seats(game), account) != state.ask.seat:
        raise NotYourTurnError
    return state


def _running_state(game: OnlineGame) -> Game:
    if game.ended_at:
        raise GameOverError
    return selectors.current_state(game)


def _carry_out(game: OnlineGame, state: Game, option: Option, *, author: Account | None) -> None:
    apply_stored_choice(state, option)
    store_choices(game, state, [Choice(option=list(option), author=author)], author=author)


def store_choices(
    game: OnlineGame, state: Game, choices: list[Choice], *, author: Account | None, log_text: LogText | None = None
) -> None:
    """Store the choices that led to ``state``, which may be a judge's ``ruling``, with one entry of the log.

    Of two at the same question one is too late: raises StaleChoiceError.
    """
    began, now = game.number, timezone.now()
    game.number = began + len(choices)
    fields: dict[str, Any] = {"number": game.number, "bots_due_at": _bots_due_at(game, state, now)}
    if state.outcome:
        decks = selectors.deck_cards(game)
        fields |= {
            "ended_at": now,
            "outcome": _outcome(state),
            "record": dump_record(record_of(state, game.variant, decks, switches=game.switches)),
            "replay": new_token(),
        }
    if not OnlineGame.objects.filter(pk=game.pk, number=began, ended_at=None).update(**fields):
        raise StaleChoiceError(asked=game.number)
    for number, choice in enumerate(choices, began + 1):
        choice.game, choice.number, choice.at = game, number, now
    Choice.objects.bulk_create(choices)
    for name, value in fields.items():
        setattr(game, name, value)
    action, role = "game_over" if state.outcome else "chose", PLAYER if author else SITE
    said = log_text or LogText(action, role)
    after = {"number": game.number} | fields.get("outcome", {}) | said.after
    append_entry(game.stream, said.action, author=author, role=said.role, after=after, reason=said.reason, at=now)
    if state.outcome:
        ports.game_host().on_game_finished(game)
    else:
        _wake_bots(game)


def _outcome(state: Game) -> dict[str, Any]:
    assert state.outcome is not None
    winners, reason, scores = state.outcome.winners, state.outcome.reason, state.outcome.scores
    return {"winners": list(winners), "reason": reason, "scores": list(scores)}


def _bots_due_at(game: OnlineGame, state: Game, now: datetime) -> datetime | None:
    """Return when the bot that is asked in ``state`` is woken again; None if none is. One query while the game goes on."""
    if state.ask is None:
        return None
    asked = GameSeat.objects.filter(game=game, number=state.ask.seat, player__kind=Account.Kind.BOT)
    return now + BOT_GRACE if asked.exists() else None


def _wake_bots(game: OnlineGame) -> None:
    """Have the bots of ``game`` move once the present transaction commits, if one is asked."""
    if game.bots_due_at:
        after_commit(ports.wake_bots(), str(game.pk))
