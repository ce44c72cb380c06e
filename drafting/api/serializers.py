"""What answers look like; they are built by the selectors, and described here."""

from typing import Any

from rest_framework import serializers

from drafting.rules.passing import PickedBy

PICKED_BY = "player, substitute, bot, selection (the clock, what was selected), clock (any card), or a judge afterwards"


class SeatOnMapSerializer(serializers.Serializer[Any]):
    """A seat as everybody at the pod sees it; ``queue`` counts the packs before it."""

    seat = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    queue = serializers.IntegerField(min_value=0)
    bot = serializers.BooleanField()
    paused = serializers.BooleanField(help_text="Whether an official has stopped it, and it alone.")
    closed = serializers.BooleanField()
    submitted = serializers.BooleanField()

    class Meta:
        ref_name = "SeatOnMap"


class CardCopySerializer(serializers.Serializer[Any]):
    """A copy of a card: the token names this copy, the ref what is printed on it."""

    token = serializers.CharField()
    ref = serializers.CharField()

    class Meta:
        ref_name = "Copy"


class PackInHandSerializer(serializers.Serializer[Any]):
    """The pack in hand. ``complete`` is told of a pack nobody has picked from: whether it has all its cards."""

    id = serializers.UUIDField()
    pack_round = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(min_value=1, help_text="Of the pick to make.")
    cards = CardCopySerializer(many=True)
    complete = serializers.BooleanField(allow_null=True)
    selected = serializers.CharField(help_text="The token the clock would take; empty for none.")
    due_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "PackInHand"


class BasePodSerializer(serializers.Serializer[Any]):
    """What everybody may know of a pod."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    packs = serializers.IntegerField()
    pack_size = serializers.IntegerField()
    deck_size = serializers.IntegerField()
    pack_round = serializers.IntegerField(help_text="The open one; 0 before the first.")
    direction = serializers.ChoiceField(["left", "right"])
    next_direction = serializers.CharField(allow_null=True, help_text="Of the packs after these, if any.")
    opening = serializers.CharField()
    at_table = serializers.BooleanField(help_text="Whether it is drafted with packs of paper.")
    pick_clock = serializers.CharField()
    paused = serializers.BooleanField()
    drafted_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    seats = SeatOnMapSerializer(many=True)
    deck_deadline = serializers.DateTimeField(allow_null=True)


class SeatForStaffSerializer(SeatOnMapSerializer):
    """A seat as only officials see it."""

    since = serializers.DateTimeField(allow_null=True, help_text="When it got the pack that it has to pick from.")
    correctable = serializers.BooleanField(help_text="Whether its last pick may still be corrected.")
    extra_percent = serializers.IntegerField()
    substitute = serializers.BooleanField(help_text="Whether somebody stands in for the player.")
    pool = serializers.CharField(help_text="At a table: open, handed_in or confirmed; empty before.")
    away = serializers.BooleanField(help_text="Whether whoever acts there has no page of the pod open.")

    class Meta:
        ref_name = "SeatForStaff"


class PodMapSerializer(BasePodSerializer):
    """A pod for its officials; ``left`` counts the cards that nobody has taken yet of the open packs."""

    seats = SeatForStaffSerializer(many=True)

    state = serializers.ChoiceField(["between", "table", "drafting", "building", "done"])
    left = serializers.IntegerField()

    class Meta:
        ref_name = "PodMap"


class SeatStateSerializer(BasePodSerializer):
    """A pod as the caller's seat sees it. ``seats`` go clockwise from there; ``number`` is that of the pod's log."""

    number = serializers.IntegerField()
    seat = serializers.IntegerField(min_value=1)
    state = serializers.ChoiceField(["between", "table", "picking", "waiting", "building", "done", "closed"])
    acting = serializers.CharField(help_text="The bot that acts for the seat, or a substitute; empty for none.")
    to = serializers.CharField(help_text="The neighbour who gets the packs.")
    pick = serializers.IntegerField(allow_null=True, help_text="To make, or to make next.")
    picks = serializers.IntegerField(allow_null=True, help_text="How many that pack allows.")
    by_clock = serializers.BooleanField(help_text="Whether the clock made the last pick of the seat.")
    pack = PackInHandSerializer(allow_null=True)

    class Meta:
        ref_name = "SeatState"

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, among them ``from``, which Python keeps for itself."""
        neighbour: Any = serializers.CharField(help_text="The neighbour whose packs come.")
        return {**super().get_fields(), "from": neighbour}


class PickedSerializer(serializers.Serializer[Any]):
    """Which pick was made; never of what."""

    pack_round = serializers.IntegerField()
    number = serializers.IntegerField()

    class Meta:
        ref_name = "Picked"


class ActingSerializer(serializers.Serializer[Any]):
    """The bot that acts for the caller; empty for none."""

    acting = serializers.CharField()

    class Meta:
        ref_name = "Acting"


class PoolCardSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    drafted = serializers.IntegerField()
    by = serializers.DictField(child=serializers.IntegerField(), help_text=f"How many copies who took: {PICKED_BY}.")
    in_deck = serializers.IntegerField()
    added = serializers.IntegerField(help_text="Copies that the last change put into a deck that was begun before.")

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
    """A rule that a deck has to keep, and by what it breaks it."""

    clause = serializers.CharField()
    detail = serializers.CharField()
    faults = DeckFaultSerializer(many=True)

    class Meta:
        ref_name = "DeckRule"


class DeckSerializer(serializers.Serializer[Any]):
    """The caller's pool and deck. ``version`` is to be named when the whole deck is saved; ``faults`` are all there are."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    seat = serializers.IntegerField(min_value=1)
    acting = serializers.CharField()
    state = serializers.ChoiceField(["building", "submitted", "paused", "away", "late", "in"])
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField(allow_null=True)
    submitted_at = serializers.DateTimeField(allow_null=True)
    completed_by_clock = serializers.BooleanField()
    deadline = serializers.DateTimeField()
    deck_size = serializers.IntegerField()
    count = serializers.IntegerField()
    lacking = serializers.IntegerField(min_value=0, help_text="How many cards it is short of.")
    cards = PoolCardSerializer(many=True)
    rules = DeckRuleSerializer(many=True)
    faults = DeckFaultSerializer(many=True)
    undo = serializers.BooleanField(help_text="Whether the last change can be undone.")
    checksum = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "Deck"


class SuggestedChangeSerializer(serializers.Serializer[Any]):
    """So many copies of a card that come in or go out, and why."""

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
    """A whole deck, its ``plan`` with the ``copies`` of it, and how it comes out of the present one."""

    cards = serializers.ListField(child=serializers.CharField())
    plan = serializers.CharField(help_text="The archetype it follows; empty for none.")
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
    """What a seat held at a pick. ``comes_back`` are the cards that went round and lay before it again."""

    pack_round = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(min_value=1)
    seat = serializers.IntegerField(min_value=1)
    opener = serializers.IntegerField(min_value=1, help_text="The seat that opened the pack.")
    taken = serializers.CharField(allow_null=True, help_text="Null at a closed seat.")
    by = serializers.ChoiceField(list(PickedBy), allow_null=True, help_text=f"Who took it: {PICKED_BY}.")
    pack = serializers.ListField(child=serializers.CharField())
    comes_back = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "Hand"


class DraftLogSerializer(serializers.Serializer[Any]):
    """A draft that is over; ``whole`` if every seat's hands are told, and not the caller's alone."""

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
    """A pool that was drafted at a table, as far as it is registered. ``checker`` is the neighbour who may confirm it."""

    pod = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment] # a serializer has a label of its own
    game = serializers.CharField()
    seat = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    role = serializers.CharField(help_text="As what the caller comes: player, neighbour, or an office.")
    state = serializers.ChoiceField(["open", "handed_in", "confirmed"])
    version = serializers.IntegerField()
    deadline = serializers.DateTimeField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    count = serializers.IntegerField()
    last = serializers.CharField(allow_null=True, help_text="What was entered last.")
    cards = RegisteredCardSerializer(many=True)
    checker = serializers.CharField()
    faults = DeckFaultSerializer(many=True)

    class Meta:
        ref_name = "Registration"


class SubstituteSerializer(serializers.Serializer[Any]):
    """The address at which the substitute signs in, once, within ten minutes."""

    seat = serializers.IntegerField(min_value=1)
    address = serializers.CharField()

    class Meta:
        ref_name = "Substitute"


class PoolLookSerializer(serializers.Serializer[Any]):
    """What a seat has drafted so far, for a head judge who does not play."""

    seat = serializers.IntegerField(min_value=1)
    refs = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "PoolLook"


class PickLookSerializer(serializers.Serializer[Any]):
    """A pick that may be corrected: what was ``taken``, and the copies that it may be exchanged for."""

    seat = serializers.IntegerField(min_value=1)
    pack_round = serializers.IntegerField()
    number = serializers.IntegerField()
    taken = CardCopySerializer()
    left = CardCopySerializer(many=True)

    class Meta:
        ref_name = "PickLook"
