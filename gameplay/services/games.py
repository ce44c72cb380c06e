"""Online games: starting a game, choices of players and bots, take-backs, concessions, and the end of a game."""

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import PositiveIntegerField, Q, QuerySet, UUIDField
from django.utils import timezone

from gameplay import ports
from gameplay.bots import DEFAULT_LEVEL, LEVELS, make_online_bot
from gameplay.engine.core.asks import PASS, Option
from gameplay.engine.core.automatic_passes import can_pass_in_window
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.entries import CONCEDE, STOP, TIME
from gameplay.engine.core.errors import RulesError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.infrastructure import log_sentences, metrics
from gameplay.infrastructure.background import after_commit, call_and_log_errors
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.compiled_queries import BindParam, CompiledInsert, CompiledUpdate
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, Choice, GameSeat, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.initial_state import deck_cards, initial_state
from gameplay.selectors.loaded_games import keep_stored_state
from gameplay.selectors.pace import automatic_pass_delay

PLAYER, SITE = "player", "site"
BOT_GRACE = timedelta(seconds=5)  # after the bots' task was enqueued, until the sweep wakes them
BOT_RETRY_INTERVAL = timedelta(seconds=15)  # after the sweep has woken them, until it does so again
MAX_THINKING_TIME = 1.0  # seconds of choices that are stored together; players see the first ones while bots think on
MAX_GAMES_PER_SWEEP = 20  # because without a worker, the sweep waits for the bots of each game


def _game_at_number() -> QuerySet[OnlineGame]:
    game, number = BindParam("game", UUIDField()), BindParam("number_before", PositiveIntegerField())
    return OnlineGame.objects.filter(pk=game, number=number, ended_at=None)


NEXT_QUESTION = ("number", "bots_due_at", "passes_at")
ADVANCE_GAME = CompiledUpdate(_game_at_number, *NEXT_QUESTION)
FINISH_GAME = CompiledUpdate(_game_at_number, *NEXT_QUESTION, "ended_at", "outcome", "record", "replay")
INSERT_CHOICE = CompiledInsert(Choice)

log_sentences.register_templates({
    "game_began": _("The game started."),
    "chose": _("Choice {number} was made."),
    "took_back": _("A choice was taken back."),
    "game_over": _("The game is over."),
    "game_cancelled": _("The round was cancelled, so the game ended without a result."),
})  # fmt: skip


class LogText(NamedTuple):
    """The log entry of an action other than a player's choice."""

    action: str
    role: str
    reason: str = ""
    after: Mapping[str, Any] = MappingProxyType({})


class GameSettings(NamedTuple):
    """What the players of a game may do: take back choices, and get help (`gameplay.selectors.lessons`)."""

    take_backs: bool = True
    guide: str = ""


DEFAULT_SETTINGS = GameSettings()


class StaleChoiceError(RulesError):
    """The choice answers an earlier question. ``details`` has the number of the current one."""

    code = "stale_choice"
    sentence = _("The game is already at question {asked}. Reload the page before you choose.")
    is_state_conflict = True


class GameOverError(RulesError):
    """The game is over."""

    code = "game_over"
    sentence = _("The game is over.")
    is_state_conflict = True


class NotYourTurnError(RulesError):
    """Another player has to answer the current question."""

    code = "not_asked"
    sentence = _("It is another player's turn.")
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
    settings: GameSettings = DEFAULT_SETTINGS,
) -> OnlineGame:
    """Start a game with a player and a deck, as card refs, for each seat.

    The game's random stream comes from ``seed`` and has the name ``chance``. ``switches`` are fields of the variant
    with other values. Bots among the players start to move when this commits. ``bots`` has the bot policy of each seat,
    by default a regular one. Raise KeyError or CatalogueError for unknown cards, TypeError for an invalid switch, or
    PlayerCountError.
    """
    game = OnlineGame(ruleset=ruleset, variant=variant, seed=seed, chance=chance, **settings._asdict())
    game.decks, game.switches = [list(deck) for deck in decks], dict(switches)
    # With fewer than two people, forced passes are skipped: no opponent could conclude anything from the delay.
    game.pausing = sum(player.kind != Account.Kind.BOT for player in players) > 1
    game.began_at = timezone.now()
    state = initial_state(game)  # raises an error for decks that cannot be dealt
    first = None if state.ask is None else players[state.ask.seat]
    if first and first.kind == Account.Kind.BOT:
        game.bots_due_at = game.began_at + BOT_GRACE
    game.save(force_insert=True)
    GameSeat.objects.bulk_create(
        GameSeat(game=game, number=n, player=player, bot=bots[n] if bots else DEFAULT_LEVEL)
        for n, player in enumerate(players)
    )
    keys = {str(number): str(player.pk) for number, player in enumerate(players)}  # no names: they may be erased
    append_entry(game.stream, "game_began", author=None, role=SITE, after={"variant": variant, "players": keys})
    _wake_bots(game)
    return game


class NoTakeBacksError(RulesError):
    """This game does not permit take-backs. A judge can still rewind it."""

    code = "no_take_backs"
    sentence = _("Choices cannot be taken back in this game. If it was a mistake, call a judge.")


@transaction.atomic
def choose(account: Account, game: OnlineGame, *, number: int, option: int | Mapping[str, Any]) -> OnlineGame:
    """Answer question ``number``, counted from 0, with an option: its id, or its code and fields.

    For the latter, see `gameplay.engine.core.named_choices`. Raise StaleChoiceError, GameOverError, NotYourTurnError,
    NotAnOptionError, or UnreadableError for an option that this game does not have.
    """
    state = state_for_player(account, game, number)
    carry_out(game, state, resolve_option(state, option), author=account)
    return game


@transaction.atomic
def take_back(account: Account, game: OnlineGame, *, number: int) -> OnlineGame:
    """Take back the last choice of ``account``, who has to answer question ``number``, and ask for it again.

    Raise NoTakeBacksError, ChoiceNotRevertibleError, or the errors of `choose` for the number and the player.
    """
    state = state_for_player(account, game, number)
    if not game.take_backs:
        raise NoTakeBacksError
    state.take_back()
    entry = state.entries[-1]
    assert isinstance(entry, tuple)
    choices = [Choice(option=list(entry), author=account)]
    store_choices(game, state, choices, author=account, log_text=LogText("took_back", PLAYER))
    return game


@transaction.atomic
def concede(account: Account, game: OnlineGame) -> OnlineGame:
    """Concede the game for ``account``. Do nothing if the account has no seat. Raise GameOverError."""
    state = running_state(game)
    seat = selectors.seat_number(selectors.seats(game), account)
    if seat is not None:
        carry_out(game, state, (CONCEDE, seat), author=account)
    return game


@transaction.atomic
def call_time(game: OnlineGame) -> OnlineGame:
    """Call time: the game ends after the current turn (ENE-X.3). Raise GameOverError.

    The current question is still asked, even if it has only one option, so that the turn does not end by itself.
    """
    state = running_state(game)
    carry_out(game, state, (TIME, state.table.turn), author=None)
    return game


@transaction.atomic
def stop_game(game: OnlineGame) -> OnlineGame:
    """End a running game without a result, because its round was cancelled. Raise GameOverError, StaleChoiceError."""
    state = running_state(game)
    apply_stored_choice(state, (STOP,))
    choices = [Choice(option=[STOP], author=None)]
    store_choices(game, state, choices, author=None, log_text=LogText("game_cancelled", SITE))
    return game


def move_bots(game_id: UUID | str) -> bool:
    """Make choices of bots until it is a person's turn, or for `MAX_THINKING_TIME`. Return whether there were any.

    In a game without other people, the site also passes for a person by their instruction. The choices are computed
    first, then stored in one transaction with one log entry. If two calls run simultaneously, one of them raises
    StaleChoiceError.
    """
    game = OnlineGame.objects.get(pk=game_id)
    if game.ended_at:
        return False
    state, began = selectors.current_state(game), time.monotonic()
    seats = selectors.seats(game)
    choices: list[Choice] = []
    while state.ask is not None and (not choices or time.monotonic() - began < MAX_THINKING_TIME):
        seat = seats[state.ask.seat]
        option = _choice_without_person(game, seat, state, game.number + len(choices))
        if option is None:
            break
        choices.append(Choice(option=list(option), author=seat.player))
        state.choose(option)
    if choices:
        with transaction.atomic():
            store_choices(game, state, choices, author=None)
    else:
        OnlineGame.objects.filter(pk=game.pk, number=game.number).update(bots_due_at=None)
    return bool(choices)


def _choice_without_person(game: OnlineGame, seat: GameSeat, state: Game, number: int) -> Option | None:
    """Return the answer of the bot at ``seat``, or a pass by a person's instruction. None if the person has to choose.

    The bot's random stream depends on the game and the ``number`` of the question.
    """
    assert state.ask is not None
    if seat.player.kind == Account.Kind.BOT:
        if len(state.ask.options) == 1:  # in a game that asks for forced passes
            return state.ask.options[0]
        stream = RandomStream(bytes(game.seed), f"{game.chance}/bot/{seat.number}/question/{number}")
        return make_online_bot(game.ruleset, game.variant, seat.bot, stream)(state)
    instruction = seat.pass_instruction
    may_pass = instruction is not None and not game.pausing and instruction.passes_now(state, seat.number)
    return PASS if may_pass else None


def has_bots_to_move(game_id: UUID | str) -> bool:
    """Return whether it is a bot's turn in a running game. One query."""
    return OnlineGame.objects.filter(pk=game_id, ended_at=None, bots_due_at__isnull=False).exists()


def sweep(now: datetime) -> None:
    """Wake bots whose task was lost, for example in a crash. One query if there are none."""
    # A time far in the future was set by a clock that was ahead.
    late = Q(bots_due_at__lte=now) | Q(bots_due_at__gt=now + 2 * BOT_RETRY_INTERVAL)
    due = OnlineGame.objects.filter(late, ended_at=None).order_by("bots_due_at")
    for pk, due_at in due.values_list("pk", "bots_due_at")[:MAX_GAMES_PER_SWEEP]:
        if OnlineGame.objects.filter(pk=pk, bots_due_at=due_at).update(bots_due_at=now + BOT_RETRY_INTERVAL):
            call_and_log_errors(ports.wake_bots(), str(pk))


def has_thinking_bots(game_id: UUID | str) -> bool:
    """Return whether a bot of the game may think for a second or more. One query."""
    levels = [name for name, level in LEVELS.items() if level.thinks]
    return GameSeat.objects.filter(game__pk=game_id, bot__in=levels, player__kind=Account.Kind.BOT).exists()


def state_at(game: OnlineGame, number: int) -> Game:
    """Return the state of ``game`` at question ``number``. Raise GameOverError or StaleChoiceError."""
    state = running_state(game)
    if number != game.number:
        raise StaleChoiceError(asked=game.number)
    return state


def state_for_player(account: Account, game: OnlineGame, number: int) -> Game:
    """Return the state of ``game`` at question ``number``, which ``account`` has to answer.

    Raise NotYourTurnError, or the errors of `state_at`.
    """
    state = state_at(game, number)
    if state.ask is None or selectors.seat_number(selectors.known_seats(game), account) != state.ask.seat:
        raise NotYourTurnError
    return state


def running_state(game: OnlineGame) -> Game:
    """Return the current state of ``game``. Raise GameOverError."""
    if game.ended_at:
        raise GameOverError
    return selectors.current_state(game)


def carry_out(game: OnlineGame, state: Game, option: Option, *, author: Account | None) -> None:
    """Apply an answer or an external entry to ``state``, and store it."""
    apply_stored_choice(state, option)
    store_choices(game, state, [Choice(option=list(option), author=author)], author=author)


def store_choices(
    game: OnlineGame, state: Game, choices: list[Choice], *, author: Account | None, log_text: LogText | None = None
) -> None:
    """Store the choices that led to ``state``, with one log entry, by default that of a choice.

    Raise StaleChoiceError if another choice was stored for the same question.
    """
    number_before, now = game.number, timezone.now()
    game.number = number_before + len(choices)
    fields: dict[str, Any] = {"number": game.number} | next_choice_of_site(game, state, now)
    if state.outcome:
        decks = deck_cards(game)
        fields |= {
            "ended_at": now,
            "outcome": _outcome(state),
            "record": dump_record(record_of(state, game.variant, decks, switches=game.switches)),
            "replay": new_token(),
        }
    update = FINISH_GAME if state.outcome else ADVANCE_GAME
    if not update.execute(game=game.pk, number_before=number_before, **fields):
        raise StaleChoiceError(asked=game.number)
    for number, choice in enumerate(choices, number_before + 1):
        choice.game, choice.number, choice.at = game, number, now
        INSERT_CHOICE.insert(choice)
    for name, value in fields.items():
        setattr(game, name, value)
    action, role = "game_over" if state.outcome else "chose", PLAYER if author else SITE
    text = log_text or LogText(action, role)
    after = {"number": game.number} | fields.get("outcome", {}) | text.after
    entry = append_entry(
        game.stream, text.action, author=author, role=text.role, after=after, reason=text.reason, at=now
    )
    game.entry_number = entry.number
    after_commit(partial(metrics.count_choices, text.role, len(choices), is_person=author is not None))
    after_commit(keep_stored_state, game.pk, state, number_before, [choice.author_id for choice in choices])
    if state.outcome:
        ports.game_host().on_game_finished(game)
    else:
        _wake_bots(game)


def _outcome(state: Game) -> dict[str, Any]:
    assert state.outcome is not None
    winners, reason, scores = state.outcome.winners, state.outcome.reason, state.outcome.scores
    return {"winners": list(winners), "reason": reason, "scores": list(scores)}


def next_choice_of_site(game: OnlineGame, state: Game, now: datetime) -> dict[str, datetime | None]:
    """Return when the site makes the next choice, as fields of the game. At most two queries, mostly none.

    ``bots_due_at`` is when bots are woken again; ``passes_at`` is when it passes for a person, by their instruction.
    """
    due: dict[str, datetime | None] = {"bots_due_at": None, "passes_at": None}
    if state.ask is None:
        return due
    seat = selectors.known_seats(game)[state.ask.seat]
    if seat.player.kind == Account.Kind.BOT:
        due["bots_due_at"] = now + BOT_GRACE
    elif can_pass_in_window(state) and selectors.passes_now(seat, state):
        if game.pausing:
            due["passes_at"] = now + automatic_pass_delay(game, seat.player_id)
        else:
            due["bots_due_at"] = now + BOT_GRACE
    return due


def _wake_bots(game: OnlineGame) -> None:
    """Call `move_bots` once the current transaction commits, if the site makes the next choice immediately."""
    if game.bots_due_at:
        after_commit(ports.wake_bots(), str(game.pk))
