"""Serializers that describe the responses, which the selectors build."""

from typing import Any

from rest_framework import serializers

from drafting.rules.passing import PickedBy

PICKED_BY = (
    "player, substitute, bot, selection (the clock took the selected card), clock (a random card), or judge (corrected)"
)


class SeatOnMapSerializer(serializers.Serializer[Any]):
    """A seat as everyone at the pod sees it. ``queue`` is the number of packs in front of it."""

    seat = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    queue = serializers.IntegerField(min_value=0)
    bot = serializers.BooleanField()
    paused = serializers.BooleanField(help_text="Whether an official has paused this seat, not the whole pod.")
    closed = serializers.BooleanField()
    submitted = serializers.BooleanField()

    class Meta:
        ref_name = "SeatOnMap"


class CardCopySerializer(serializers.Serializer[Any]):
    """A copy of a card: ``token`` identifies the copy, ``ref`` the printed card."""

    token = serializers.CharField()
    ref = serializers.CharField()

    class Meta:
        ref_name = "Copy"


class PackInHandSerializer(serializers.Serializer[Any]):
    """The pack in hand. ``complete`` says whether it has all its cards; it is null after the first pick from it."""

    id = serializers.UUIDField()
    pack_round = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(min_value=1, help_text="The number of the pick to make.")
    cards = CardCopySerializer(many=True)
    complete = serializers.BooleanField(allow_null=True)
    selected = serializers.CharField(help_text="The token that the clock would take; empty if none is selected.")
    due_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "PackInHand"


class BasePodSerializer(serializers.Serializer[Any]):
    """The part of a pod that every visitor of its page may see."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    packs = serializers.IntegerField()
    pack_size = serializers.IntegerField()
    deck_size = serializers.IntegerField()
    pack_round = serializers.IntegerField(help_text="The open pack round; 0 before the first.")
    direction = serializers.ChoiceField(["left", "right"])
    next_direction = serializers.CharField(allow_null=True, help_text="Direction of the next pack round, if any.")
    opening = serializers.CharField()
    at_table = serializers.BooleanField(help_text="Whether this is a paper draft.")
    pick_clock = serializers.CharField()
    paused = serializers.BooleanField()
    drafted_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    seats = SeatOnMapSerializer(many=True)
    deck_deadline = serializers.DateTimeField(allow_null=True)


class SeatForStaffSerializer(SeatOnMapSerializer):
    """A seat with the fields that only officials see."""

    since = serializers.DateTimeField(allow_null=True, help_text="When the seat received the pack in hand.")
    correctable = serializers.BooleanField(help_text="Whether its last pick can still be corrected.")
    extra_percent = serializers.IntegerField()
    substitute = serializers.BooleanField(help_text="Whether a substitute acts for the player.")
    pool = serializers.CharField(help_text="In a paper draft: open, handed_in or confirmed; empty before that.")
    away = serializers.BooleanField(help_text="Whether the acting player or substitute has no page of the pod open.")

    class Meta:
        ref_name = "SeatForStaff"


class PodMapSerializer(BasePodSerializer):
    """A pod for its officials. ``left`` is the number of cards left in the open packs."""

    seats = SeatForStaffSerializer(many=True)

    state = serializers.ChoiceField(["between", "table", "drafting", "building", "done"])
    left = serializers.IntegerField()

    class Meta:
        ref_name = "PodMap"


class SeatStateSerializer(BasePodSerializer):
    """A pod as the caller's seat sees it.

    ``seats`` go clockwise from the caller's; ``number`` is the number of the pod's log stream.
    """

    number = serializers.IntegerField()
    seat = serializers.IntegerField(min_value=1)
    state = serializers.ChoiceField(["between", "table", "picking", "waiting", "building", "done", "closed"])
    acting = serializers.CharField(help_text="The bot that acts for the seat, or substitute; empty if the player acts.")
    to = serializers.CharField(help_text="Name of the neighbour to whom packs are passed.")
    pick = serializers.IntegerField(allow_null=True, help_text="The number of the current or next pick.")
    picks = serializers.IntegerField(allow_null=True, help_text="The number of the last pick from that pack.")
    by_clock = serializers.BooleanField(help_text="Whether the clock made the last pick of the seat.")
    pack = PackInHandSerializer(allow_null=True)

    class Meta:
        ref_name = "SeatState"

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, including ``from``, which is a keyword of Python."""
        neighbour: Any = serializers.CharField(help_text="Name of the neighbour from whom packs come.")
        return {**super().get_fields(), "from": neighbour}


class PickedSerializer(serializers.Serializer[Any]):
    """The pick that was made, without the card."""

    pack_round = serializers.IntegerField()
    number = serializers.IntegerField()

    class Meta:
        ref_name = "Picked"


class ActingSerializer(serializers.Serializer[Any]):
    """The bot that acts for the caller; empty if none does."""

    acting = serializers.CharField()

    class Meta:
        ref_name = "Acting"


class PoolCardSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    drafted = serializers.IntegerField()
    by = serializers.DictField(
        child=serializers.IntegerField(), help_text=f"Number of copies by who took them: {PICKED_BY}."
    )
    in_deck = serializers.IntegerField()
    added = serializers.IntegerField(help_text="Copies that the last change added to a deck that was not empty.")

    class Meta:
        ref_name = "PoolCard"


class DeckFaultSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    clause = serializers.CharField()
    detail = serializers.CharField()
    details = serializers.DictField()

    class Meta:
        ref_name = "DeckFault"


class DeckRuleSerializer(serializers.Serializer[Any]):
    """A deck rule, and the errors of the deck against it."""

    clause = serializers.CharField()
    detail = serializers.CharField()
    faults = DeckFaultSerializer(many=True)

    class Meta:
        ref_name = "DeckRule"


class DeckSerializer(serializers.Serializer[Any]):
    """The caller's pool and deck. Send ``version`` when the whole deck is saved; ``faults`` has all errors."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    seat = serializers.IntegerField(min_value=1)
    acting = serializers.CharField()
    state = serializers.ChoiceField(["building", "submitted", "paused", "away", "late", "in", "changing"])
    can_change = serializers.BooleanField()
    locked = DeckFaultSerializer(allow_null=True, help_text="Why a deck that is in cannot be changed.")
    is_changed = serializers.BooleanField(
        help_text="Whether the cards are a list that does not count yet: it replaces the deck once it is submitted."
    )
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField(allow_null=True)
    submitted_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True, help_text="When it was last changed after it was in.")
    completed_by_clock = serializers.BooleanField()
    deadline = serializers.DateTimeField()
    deck_size = serializers.IntegerField()
    count = serializers.IntegerField()
    lacking = serializers.IntegerField(min_value=0, help_text="Number of missing cards.")
    cards = PoolCardSerializer(many=True)
    rules = DeckRuleSerializer(many=True)
    faults = DeckFaultSerializer(many=True)
    undo = serializers.BooleanField(help_text="Whether the last change can be undone.")
    checksum = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "Deck"


class SuggestedChangeSerializer(serializers.Serializer[Any]):
    """Copies of a card to add or remove, and the reasons."""

    ref = serializers.CharField()
    name = serializers.CharField()
    copies = serializers.IntegerField()
    reasons = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "SuggestedChange"


class TypeCountSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    cards = serializers.IntegerField()

    class Meta:
        ref_name = "TypeCount"


class SuggestionSerializer(serializers.Serializer[Any]):
    """A suggested deck, the number of ``copies`` of its ``plan``, and the changes from the current deck."""

    cards = serializers.ListField(child=serializers.CharField())
    plan = serializers.CharField(help_text="The archetype of the deck; empty if it has none.")
    copies = serializers.IntegerField()
    types = TypeCountSerializer(many=True)
    into = SuggestedChangeSerializer(many=True)
    out = SuggestedChangeSerializer(many=True)

    class Meta:
        ref_name = "DeckSuggestion"


class LogSeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1)
    name = serializers.CharField()

    class Meta:
        ref_name = "LogSeat"


class HeldPackSerializer(serializers.Serializer[Any]):
    """The pack that a seat held at a pick. ``comes_back`` are the cards that wheeled back to the seat."""

    pack_round = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(min_value=1)
    seat = serializers.IntegerField(min_value=1)
    opener = serializers.IntegerField(min_value=1, help_text="The seat that opened the pack.")
    taken = serializers.CharField(allow_null=True, help_text="Null for a closed seat.")
    by = serializers.ChoiceField(list(PickedBy), allow_null=True, help_text=f"Who took it: {PICKED_BY}.")
    pack = serializers.ListField(child=serializers.CharField())
    comes_back = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "Hand"


class DraftLogSerializer(serializers.Serializer[Any]):
    """A finished draft. ``whole`` says whether it has the held packs of all seats, not only the caller's."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    whole = serializers.BooleanField()
    seats = LogSeatSerializer(many=True)
    picks = HeldPackSerializer(many=True)

    class Meta:
        ref_name = "DraftLog"


class RegisteredCardSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    copies = serializers.IntegerField(min_value=1)

    class Meta:
        ref_name = "RegisteredCard"


class RegistrationSerializer(serializers.Serializer[Any]):
    """The registered pool of a paper draft. ``checker`` is the neighbour who may confirm it."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    seat = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    role = serializers.CharField(help_text="The role of the caller: player, neighbour, or a staff role.")
    state = serializers.ChoiceField(["open", "handed_in", "confirmed"])
    version = serializers.IntegerField()
    deadline = serializers.DateTimeField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    count = serializers.IntegerField()
    last = serializers.CharField(allow_null=True, help_text="The card that was entered last.")
    cards = RegisteredCardSerializer(many=True)
    checker = serializers.CharField()
    faults = DeckFaultSerializer(many=True)

    class Meta:
        ref_name = "Registration"


class SubstituteSerializer(serializers.Serializer[Any]):
    """The one-time sign-in URL of a substitute, valid for ten minutes."""

    seat = serializers.IntegerField(min_value=1)
    address = serializers.CharField()

    class Meta:
        ref_name = "Substitute"


class PoolLookSerializer(serializers.Serializer[Any]):
    """The pool of a seat so far, for a head judge who does not play."""

    seat = serializers.IntegerField(min_value=1)
    refs = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "PoolLook"


class PickLookSerializer(serializers.Serializer[Any]):
    """A pick that can be corrected: the ``taken`` copy, and the copies ``left`` that can replace it."""

    seat = serializers.IntegerField(min_value=1)
    pack_round = serializers.IntegerField()
    number = serializers.IntegerField()
    taken = CardCopySerializer()
    left = CardCopySerializer(many=True)

    class Meta:
        ref_name = "PickLook"


class PodReasonInput(serializers.Serializer[Any]):
    """The reason of an official's action at a pod."""

    reason = serializers.CharField(max_length=200, help_text="Kept in the log, which everyone at the pod can read.")

    class Meta:
        ref_name = "PodReason"
