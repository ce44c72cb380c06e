"""The responses of the game API, for its OpenAPI description.

The data comes from the engine as JSON, so these classes describe it and validate nothing. Sentences, cards and games
have further fields, which depend on their code and on the game; the README of the game lists them.
"""

from typing import Any

from rest_framework import serializers

from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE
from gameplay.engine.core.record_replay import DIVERGED, EXACT, UNVERIFIED

LOG_VERDICTS = [LEGAL, ILLEGAL, UNDECIDABLE]
RECORD_VERDICTS = [EXACT, UNVERIFIED, DIVERGED]


def _seats(help_text: str, *, required: bool = True) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=help_text, required=required)


def _strings(help_text: str, *, required: bool = True) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=help_text, required=required)


class CodeSerializer(serializers.Serializer[Any]):
    """A code with its fields, such as the refs of cards and the numbers of seats."""

    code = serializers.CharField()
    unseen = serializers.BooleanField(required=False, help_text="True if fields are hidden from you.")

    class Meta:
        ref_name = "Code"


class SentenceSerializer(CodeSerializer):
    """A code with its fields and its sentence in the language of the request."""

    text = serializers.CharField()
    clause = serializers.CharField(required=False, help_text="The clause of the rules that it follows from.")
    head = serializers.CharField(required=False, help_text="The part of the text that several options share.")
    rest = serializers.CharField(required=False, help_text="The part of the text after the head.")
    reads = serializers.BooleanField(required=False, help_text="True if the rules text of the card explains it.")

    class Meta:
        ref_name = "Sentence"


class OptionSerializer(SentenceSerializer):
    """An option of a question."""

    id = serializers.IntegerField(help_text="The number to choose it by.")
    cards = _strings("The ids of its cards in the zones.")
    pays = serializers.BooleanField(required=False, help_text="Whether it may have a payment; see game_payment.")

    class Meta:
        ref_name = "Option"


class QuestionTopicSerializer(SentenceSerializer):
    """The subject of a question."""

    rule = serializers.CharField(required=False, help_text="A summary of the clause, in the language of the request.")

    class Meta:
        ref_name = "QuestionTopic"


class QuestionSerializer(serializers.Serializer[Any]):
    """The current question. Only the player who is asked gets more than the seat."""

    seat = serializers.IntegerField()
    kind = serializers.CharField(required=False)
    about = QuestionTopicSerializer(required=False)
    options = OptionSerializer(many=True, required=False)

    class Meta:
        ref_name = "Question"


class CardSerializer(serializers.Serializer[Any]):
    """A card whose face you see."""

    id = serializers.CharField(help_text="Its zone, the seat of the zone, and its index there, such as hand0.2.")
    ref = serializers.CharField(help_text="Its set and number, such as FL-C01.")
    marks = _strings("Counters and states as text.")
    copy = serializers.IntegerField(required=False, help_text="Numbers the copies of a card in one zone.")

    class Meta:
        ref_name = "GameCard"


class ZoneSerializer(serializers.Serializer[Any]):
    """A zone of the table."""

    zone = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="Null for a zone that players share.")
    count = serializers.IntegerField()
    text = serializers.CharField()
    cards = CardSerializer(many=True, required=False, help_text="Present if you see their faces.")

    class Meta:
        ref_name = "Zone"


class OutcomeSerializer(serializers.Serializer[Any]):
    """The outcome of a game."""

    winners = _seats("The seats that win; empty for a draw.")
    reason = serializers.CharField()
    scores = _seats("The score of each seat.")
    text = serializers.CharField(required=False)
    title = serializers.CharField(required=False)

    class Meta:
        ref_name = "GameOutcome"


class GamePlayerSerializer(serializers.Serializer[Any]):
    """A player of a game."""

    name = serializers.CharField()
    bot = serializers.BooleanField()

    class Meta:
        ref_name = "GamePlayer"


class GameSerializer(serializers.Serializer[Any]):
    """A game as the caller sees it. Each game adds fields of its own, such as the step of the turn."""

    id = serializers.UUIDField()
    game = serializers.CharField()
    variant = serializers.CharField()
    title = serializers.CharField()
    sense = serializers.CharField(help_text="How the variant differs from the others.")
    number = serializers.IntegerField(help_text="The number of the current question, from 0.")
    players = GamePlayerSerializer(many=True)
    teams = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), help_text="By seats.")
    seat = serializers.IntegerField(allow_null=True, help_text="Your seat; null for a spectator.")
    since = serializers.IntegerField(help_text="The number of events when you last chose.")
    takes_back = serializers.BooleanField(help_text="Whether you may take your last choice back.")
    passing = serializers.CharField(
        allow_blank=True,
        help_text="What ends your automatic passes: turn or event. Empty without. Secret.",
    )
    windowed = serializers.BooleanField(help_text="Whether you can pass in a response window now.")
    ends_turn = serializers.BooleanField(help_text="Whether you can end your turn with one choice now.")
    turn = serializers.IntegerField()
    active = serializers.IntegerField(help_text="The seat whose turn it is.")
    phase = serializers.CharField(help_text="The name of the current step; empty if the game has none.")
    scores = _seats("The score of each seat.")
    left = _seats("The seats that have conceded.")
    zones = ZoneSerializer(many=True)
    ask = QuestionSerializer(allow_null=True)
    clash = SentenceSerializer(many=True, help_text="What is being resolved.")
    events = SentenceSerializer(many=True)
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        ref_name = "Game"


class GameStateSerializer(serializers.Serializer[Any]):
    """The state of a game after a change."""

    number = serializers.IntegerField(help_text="The number of the current question.")
    over = serializers.BooleanField()

    class Meta:
        ref_name = "GameState"


class PaymentStepSerializer(SentenceSerializer):
    """An answer of a payment."""

    times = serializers.IntegerField(help_text="How often it is given in a row.")

    class Meta:
        ref_name = "PaymentStep"


class PositionOptionSerializer(CodeSerializer):
    """An option in a position."""

    id = serializers.IntegerField()
    cards = _strings("The ids of its cards in the zones.")

    class Meta:
        ref_name = "PositionOption"


class PendingAskSerializer(serializers.Serializer[Any]):
    """The current question in a position; its fields are null after the end of the game."""

    seat = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField(allow_null=True)
    about = CodeSerializer(allow_null=True)
    options = PositionOptionSerializer(many=True)
    scores = _seats("The score of each seat.")
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        ref_name = "PendingAsk"


class AppliedChoiceSerializer(serializers.Serializer[Any]):
    """The position after a choice."""

    position = serializers.DictField(help_text="A position in the format of its schema.")
    events = CodeSerializer(many=True)
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        ref_name = "AppliedChoice"


class VerificationSerializer(serializers.Serializer[Any]):
    """The verification of a record."""

    verdict = serializers.ChoiceField(RECORD_VERDICTS)
    entry = serializers.IntegerField(allow_null=True, help_text="The first entry that is wrong, if known.")
    clause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        ref_name = "RecordVerification"


class CardUseSerializer(serializers.Serializer[Any]):
    """A use of a card, and why it is not possible now."""

    code = serializers.CharField(help_text="The code of the option; empty if the reason concerns the whole card.")
    text = serializers.CharField()
    is_possible = serializers.BooleanField()
    reason = serializers.CharField()
    clause = serializers.CharField(help_text="The clause that the reason follows from, or empty.")

    class Meta:
        ref_name = "CardUse"


class PersonSerializer(serializers.Serializer[Any]):
    """A person at a game."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    away_since = serializers.DateTimeField(allow_null=True, help_text="Null while the person is connected.")
    phrase = serializers.CharField(help_text="What they have said in the last seconds, or empty.")

    class Meta:
        ref_name = "Person"


class RematchSerializer(serializers.Serializer[Any]):
    """The rematch of a game."""

    wanted = serializers.BooleanField(help_text="Whether the caller has agreed.")
    waits_for = _strings("The names of the other people who have not agreed.")
    game = serializers.UUIDField(allow_null=True, help_text="The rematch, once it has started.")

    class Meta:
        ref_name = "Rematch"


class MissingFactSerializer(serializers.Serializer[Any]):
    """A fact that a log leaves out and the verdict depends on."""

    fact = serializers.CharField()
    player = serializers.CharField(allow_null=True)
    cards = _strings("The titles of the cards.")
    turn = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True, help_text="The entry before which the fact belongs.")
    completes = serializers.BooleanField(help_text="True if that entry should be written completely instead.")
    write = _strings("How it can be written.")

    class Meta:
        ref_name = "MissingFact"


class ReportedDeckFaultSerializer(serializers.Serializer[Any]):
    """Why a reported deck is illegal."""

    code = serializers.CharField()
    detail = serializers.CharField()

    class Meta:
        ref_name = "ReportedDeckFault"


class LogVerdictSerializer(serializers.Serializer[Any]):
    """The verdict on the log of a reported game."""

    verdict = serializers.ChoiceField(LOG_VERDICTS)
    entry = serializers.IntegerField(allow_null=True, help_text="The number of the illegal entry.")
    clause = serializers.CharField(allow_blank=True)
    needs = MissingFactSerializer(many=True, help_text="The facts that would decide it.")
    turn = serializers.IntegerField(required=False, allow_null=True)
    said = serializers.CharField(required=False, allow_null=True, help_text="The illegal entry as it was written.")
    outcome = OutcomeSerializer(required=False, allow_null=True)
    fault = ReportedDeckFaultSerializer(required=False)

    class Meta:
        ref_name = "LogVerdict"


class ComparedEntrySerializer(serializers.Serializer[Any]):
    """What two accounts say in the same place; null if one says nothing there."""

    turn = serializers.IntegerField(help_text="Counted from 1.")
    first = serializers.CharField(allow_null=True)
    second = serializers.CharField(allow_null=True)
    agrees = serializers.BooleanField()

    class Meta:
        ref_name = "ComparedEntry"


class AccountVerdictSerializer(LogVerdictSerializer):
    """The verdict on an account, or on what both accounts say."""

    title = serializers.CharField(help_text="What was judged, in the language of the request.")

    class Meta:
        ref_name = "AccountVerdict"


class ComparisonSerializer(serializers.Serializer[Any]):
    """Two accounts of one game, entry by entry, and the verdicts on them."""

    agreed = serializers.IntegerField(help_text="The number of entries in both accounts.")
    different = serializers.IntegerField(help_text="The number of places with different entries.")
    one_sided = serializers.IntegerField(help_text="The number of entries in one account only.")
    other_result = serializers.BooleanField(help_text="Whether the results differ.")
    entries = ComparedEntrySerializer(many=True)
    verdicts = AccountVerdictSerializer(many=True)

    class Meta:
        ref_name = "AccountComparison"


class ReplayAddressSerializer(serializers.Serializer[Any]):
    """The new address of a replay."""

    replay = serializers.CharField()

    class Meta:
        ref_name = "ReplayAddress"


class ModeSerializer(serializers.Serializer[Any]):
    """A mode of a practice game: a variant and a number of players."""

    game = serializers.CharField()
    variant = serializers.CharField()
    title = serializers.CharField(help_text="In the language of the request, like `sense` and `decks`.")
    sense = serializers.CharField()
    seats = serializers.IntegerField()
    teams = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The seats of each team, from 0; empty without teams.",
    )
    decks = serializers.ListField(child=serializers.CharField(), help_text="The names of the ready decks, in order.")

    class Meta:
        ref_name = "Mode"


class FriendLinkSerializer(serializers.Serializer[Any]):
    """A friend in the game, and the link that signs them in."""

    name = serializers.CharField()
    link = serializers.URLField()

    class Meta:
        ref_name = "FriendLink"


class StartedGameSerializer(serializers.Serializer[Any]):
    """A game that has started, with a link for each friend in it."""

    id = serializers.UUIDField()
    links = FriendLinkSerializer(many=True)

    class Meta:
        ref_name = "BegunGame"
