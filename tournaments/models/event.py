"""Events, their officials and their pods."""

import uuid
from dataclasses import replace
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from drafting.rules.mixes import RuleDeparture, rule_departures
from drafting.rules.timing import PICK_CLOCKS
from gameplay.engine.core.ruleset import Ruleset as GameRuleset
from gameplay.engine.core.ruleset import SharedDeck
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.models import Account
from tournaments.rules.constructed import ConstructedFormat
from tournaments.rules.days import EventDay, read_days
from tournaments.rules.infractions import INFRACTIONS, InfractionCatalogue, changed_catalogue
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.rulesets import TieBreakRules, find_tie_break_rules
from tournaments.rules.teams import BOARD_LETTERS


class Event(models.Model):
    """A tournament from registration to final standings, as a draft or with constructed decks.

    Its progress follows from its timestamps, pods and rounds. ``seed`` determines everything random and is secret until
    ``finished_at``; ``commitment`` is public from the start and never changes.
    """

    class Play(models.TextChoices):
        TABLES = "tables", _("in person, results are reported")
        ONLINE = "online", _("online, on this site")

    class Abandoned(models.TextChoices):
        BOT = "bot", _("a bot takes the seat")
        CLOSED = "closed", _("the seat is closed and packs are passed on")

    class DraftLogVisibility(models.TextChoices):
        EVERYBODY = "everybody", _("players see their own once all decks are in; everyone sees all after the event")
        OWN = "own", _("players see their own once all decks are in")
        NEVER = "never", _("nobody")

    class Pairing(models.TextChoices):
        PODS = "pods", _("inside the pods")
        EVENT = "event", _("across the whole event")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everyone")
        PRIVATE = "private", _("only participants")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True, db_default="", default="")
    starts_at = models.DateTimeField(null=True)
    days = models.JSONField(
        db_default=[],
        default=list,
        help_text="The later days (tournaments.rules.days.EventDay): when they begin, and with which round.",
    )
    seed = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    game = models.CharField(max_length=20, db_default=DEFAULT_GAME, help_text="The name of the ruleset.")
    variant = models.CharField(
        max_length=20, db_default="draft", default="draft", help_text="The variant of the ruleset."
    )
    format = models.JSONField(help_text="The fields of DraftFormat, or of ConstructedFormat.")
    boosters = models.JSONField(help_text="For each pack round: game, set and product; empty for constructed decks.")
    cube = models.JSONField(
        default=list, db_default=[], help_text="The card refs that packs are drawn from, one for each copy."
    )
    play = models.CharField(max_length=8, choices=Play, db_default=Play.TABLES, default=Play.TABLES)
    opening = models.CharField(
        max_length=8, choices=Pod.Opening, db_default=Pod.Opening.STANDING, default=Pod.Opening.STANDING
    )
    pick_clock = models.CharField(
        max_length=16, choices=[(code, code) for code in PICK_CLOCKS], db_default="off", default="off"
    )
    abandoned = models.CharField(max_length=8, choices=Abandoned, db_default=Abandoned.BOT, default=Abandoned.BOT)
    deck_changes = models.BooleanField(
        db_default=False, default=False, help_text="Whether decks can be changed between games."
    )
    take_backs = models.BooleanField(
        db_default=False, default=False, help_text="Whether actions can be undone in online games."
    )
    switches = models.JSONField(
        db_default={}, default=dict, help_text="House rules: switches of the variant that differ from its defaults."
    )
    infractions = models.JSONField(
        db_default={},
        default=dict,
        help_text="Changes to the catalogue (tournaments.rules.infractions.CatalogueChanges).",
    )
    intentional_draws = models.BooleanField(db_default=False, default=False)
    pairing = models.CharField(max_length=5, choices=Pairing, db_default=Pairing.PODS, default=Pairing.PODS)
    power_pairing = models.BooleanField(
        db_default=False, default=False, help_text="Neighbours in the standings meet in the last announced round."
    )
    ruleset = models.CharField(
        max_length=20, db_default="mtr", default="mtr", help_text="The code of the tie-break rules."
    )
    cut = models.PositiveSmallIntegerField(
        db_default=0, default=0, help_text="Number of players in the top cut; 0 for none."
    )
    cut_draft = models.BooleanField(
        db_default=False, default=False, help_text="Whether the players of the top cut draft again."
    )
    cut_boosters = models.JSONField(
        db_default=[],
        default=list,
        help_text="The packs of that draft, as in boosters; empty if they are the same, or the same cube.",
    )
    team_size = models.PositiveSmallIntegerField(
        db_default=1, default=1, help_text="Number of players in a team; 1 for an event without teams."
    )
    draft_log = models.CharField(
        max_length=9,
        choices=DraftLogVisibility,
        db_default=DraftLogVisibility.EVERYBODY,
        default=DraftLogVisibility.EVERYBODY,
    )
    public_decks = models.BooleanField(
        db_default=False,
        default=False,
        help_text="Whether everyone can read constructed deck lists after the event; drafted ones follow draft_log.",
    )
    visibility = models.CharField(
        max_length=8, choices=Visibility, db_default=Visibility.PUBLIC, default=Visibility.PUBLIC
    )
    guardian_age = models.PositiveSmallIntegerField(
        db_default=0,
        default=0,
        help_text="Players under this age need a guardian's consent and are shown under an alias; 0 for none.",
    )
    capacity = models.PositiveIntegerField(
        null=True, help_text="Number of players up to which players register themselves; null for no limit."
    )
    rehearsal = models.BooleanField(
        db_default=False, default=False, help_text="Whether this is a rehearsal, whose results do not count."
    )
    join_code = models.CharField(max_length=12, unique=True)
    plan = models.JSONField(default=list, help_text="Entry numbers by planned pod, in seat order; empty at first.")
    created_at = models.DateTimeField()
    registration_closed_at = models.DateTimeField(null=True)
    seated_at = models.DateTimeField(null=True, help_text="When the seating was published.")
    drafts_paused_at = models.DateTimeField(
        null=True, help_text="When all pods were paused; pods paused since then are resumed together."
    )
    decks_locked_at = models.DateTimeField(null=True, help_text="When constructed decks were locked.")
    cut_seated_at = models.DateTimeField(
        null=True, help_text="When the players of the top cut were seated for their draft."
    )
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def stream(self) -> str:
        """The public log stream: seating, rounds, overrides, the end."""
        return f"event/{self.pk}"

    @property
    def desk_stream(self) -> str:
        """The log stream of the desk: changes of the roster, and results."""
        return f"desk/{self.pk}"

    @property
    def revealed_seed(self) -> str:
        """The seed in hex, once the event is over; "" before."""
        return bytes(self.seed).hex() if self.finished_at else ""

    @property
    def drafted(self) -> bool:
        """Whether decks are drafted, not constructed."""
        return bool(self.boosters)

    @property
    def shared_deck(self) -> SharedDeck | None:
        """The deck that all players share, so that there are no deck lists; None if there is none."""
        if self.drafted:
            return None
        return self.game_rules.shared_deck(self.game_rules.variant(self.variant, self.switches))

    @property
    def brings_decks(self) -> bool:
        """Whether each player brings a constructed deck."""
        return not self.drafted and not self.shared_deck

    @property
    def is_paper_draft(self) -> bool:
        """Whether it is a paper draft."""
        return self.drafted and self.opening == Pod.Opening.TABLE

    @property
    def event_format(self) -> DraftFormat | ConstructedFormat:
        """The numbers of the event: rounds, minutes, victory points and, for a draft, those of the draft."""
        return DraftFormat(**self.format) if self.drafted else ConstructedFormat(**self.format)

    @property
    def draft_format(self) -> DraftFormat:
        """The numbers of the draft; only valid if `drafted`."""
        return DraftFormat(**self.format)

    @property
    def later_days(self) -> list[EventDay]:
        """The days after the first, in order; empty for an event of one day."""
        return read_days(self.days)

    @property
    def has_other_cut_packs(self) -> bool:
        """Whether the top cut drafts again with other packs than the first draft."""
        return self.cut_draft and bool(self.cut_boosters)

    @property
    def game_rules(self) -> GameRuleset:
        """The ruleset of its game."""
        return RULESETS[self.game]

    def switches_for_target(self, target: int) -> dict[str, Any]:
        """Return the switches for games to ``target`` VP that differ from their defaults, including house rules."""
        return self.game_rules.changed_switches(
            self.variant, {**self.game_rules.scoring.target_switch(target), **self.switches}
        )

    @property
    def played_variant(self) -> Any:
        """The variant of its games, with the VP target and house rules."""
        return self.game_rules.variant(self.variant, self.switches_for_target(self.event_format.vp_target))

    @property
    def tie_break_rules(self) -> TieBreakRules:
        """The tie-break rules of its standings."""
        return find_tie_break_rules(self.ruleset)

    @property
    def catalogue(self) -> InfractionCatalogue:
        """The infraction catalogue of this event, by code."""
        return changed_catalogue(self.infractions) if self.infractions else INFRACTIONS

    @property
    def rule_departures(self) -> list[RuleDeparture]:
        """The departures from the rules of a booster draft; empty if there are none."""
        return rule_departures(self.draft_format, self.boosters, cube=bool(self.cube)) if self.drafted else []

    @property
    def pairs_across_pods(self) -> bool:
        """Whether rounds are paired across the event, not inside pods; always so for teams and constructed decks."""
        return self.is_team_event or not self.drafted or self.pairing == self.Pairing.EVENT

    @property
    def is_team_event(self) -> bool:
        """Whether teams are paired and ranked instead of players."""
        return self.team_size > 1

    @property
    def board_letters(self) -> str:
        """The letters of the boards; "" without teams."""
        return BOARD_LETTERS[: self.team_size] if self.is_team_event else ""

    @property
    def match_rules(self) -> MatchRules:
        return MatchRules(self.game_rules.scoring, self.played_variant, intentional_draws=self.intentional_draws)

    def match_rules_in(self, stage: str) -> MatchRules:
        """Return the match rules of a stage of the top cut, or of the announced rounds if ``stage`` is empty."""
        return replace(self.match_rules, needs_winner=bool(stage))


class Official(models.Model):
    """An official of an event, with a role."""

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("organizer")
        HEAD_JUDGE = "head_judge", _("head judge")
        FLOOR_JUDGE = "floor_judge", _("floor judge")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="officials", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="offices")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "account"], name="unique_official_account")]

    def __str__(self) -> str:
        return f"{self.account}, {self.role}"


class EventPod(models.Model):
    """The link of a pod to its event; the drafting app does not know events.

    A late entry drafts in a pod of their own, which ``joins`` another pod, where the player is paired and ranked. The
    players of a top cut that drafts again have a pod of their own, too; it has no standings.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pods", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1; pod A is the first.")
    pod = models.OneToOneField(Pod, on_delete=models.PROTECT, related_name="event_pod")
    joins = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="late",
        help_text="The pod that a late entry plays in.",
    )
    for_cut = models.BooleanField(
        db_default=False, default=False, help_text="Whether it is the pod of the top cut, which drafts again."
    )

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="unique_event_pod_number"),
            models.UniqueConstraint(fields=["event"], condition=models.Q(for_cut=True), name="unique_event_cut_pod"),
        ]

    def __str__(self) -> str:
        return str(self.pod)


class CutSeating(models.Model):
    """The seeds of a top cut that drafts again, fixed when they were seated, and what they follow from.

    It has a table of its own because ``field`` is large (see `PairingDetails`).
    """

    event = models.OneToOneField(Event, on_delete=models.PROTECT, primary_key=True, related_name="cut_seating")
    seeds = models.JSONField(help_text="Entry numbers as text, the first seed first.")
    basis = models.CharField(max_length=64, help_text="The checksum of the results that the seeds follow from.")
    field = models.JSONField(help_text="The players and pairing settings at that time (rules.pairing_basis).")

    def __str__(self) -> str:
        return f"cut of {self.event}"
