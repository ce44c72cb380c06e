"""Reported games: their log entries, the forms of entries, and the verdict in words."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cards.languages import join_list, join_with_and
from cards.printed import LANGUAGES
from cards.selectors import get_printed_card
from gameplay.engine.adjudication.completion import EntryCompleter, titles_by_use
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch
from gameplay.engine.adjudication.notation import SEPARATOR, notation_of
from gameplay.engine.adjudication.paper_log import verdict_json
from gameplay.engine.adjudication.verdict import LEGAL, UNDECIDABLE, Verdict
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.schemas import entry_examples
from gameplay.selectors.cards import known_cards
from gameplay.selectors.clauses import clauses
from gameplay.selectors.game_views import GameView, outcome_title

MAX_QUESTIONS = 6
"""Missing facts that have an input field; the others are only listed."""


class SuppliedFact(NamedTuple):
    """A missing fact that was supplied. It belongs in ``turn``, from 1, before the entry of the game, from 0.

    If it ``completes`` that entry, it replaces it.
    """

    turn: int
    before_entry: int
    text: str
    completes: bool = False


def split_entries(turns: Sequence[str]) -> list[list[str]]:
    """Return the entries of each turn. A verdict numbers them consecutively through the game, from 0."""
    return [[entry.strip() for entry in line.split(SEPARATOR) if entry.strip()] for line in turns]


def insert_facts(turns: Sequence[str], facts: Sequence[SuppliedFact]) -> list[str]:
    """Return ``turns`` with ``facts`` inserted. A fact for a turn that does not exist is ignored."""
    by_turn = split_entries(turns)
    in_order = sorted(facts, key=lambda fact: (fact.turn, fact.before_entry, fact.completes))
    for fact in reversed(in_order):  # from the end, so that the numbers of earlier entries stay valid
        if 1 <= fact.turn <= len(by_turn):
            earlier = sum(len(entries) for entries in by_turn[: fact.turn - 1])
            at = max(fact.before_entry - earlier, 0)
            by_turn[fact.turn - 1][at : at + fact.completes] = [fact.text]
    return [f"{SEPARATOR} ".join(entries) for entries in by_turn]


def example_log(ruleset: Ruleset) -> dict[str, Any]:
    """Return the example log of ``ruleset``."""
    return _read_example(ruleset, "example.log.json")


def example_dispute(ruleset: Ruleset) -> dict[str, Any]:
    """Return the example of a log of ``ruleset`` that starts from a position, and whose end is disputed."""
    return _read_example(ruleset, "example.dispute.log.json")


def _read_example(ruleset: Ruleset, file: str) -> dict[str, Any]:
    path = settings.BASE_DIR / "gameplay" / "games" / ruleset.name / file
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return log


def first_named_entry(log: GameView) -> str:
    """Return the first entry of a log with a player's name, or a concession if there is none."""
    entries = (entry for line in split_entries(log["turns"]) for entry in line if ": " in entry)
    return next(entries, f"{log['players'][-1]}: concede")


def entry_completions(
    ruleset: Ruleset, entry: str, *, players: Sequence[str], context: str, language: str
) -> list[str]:
    """Return continuations of ``entry``, which is being written. Names of cards in ``context`` come first.

    ``context`` is what the log and the decks say so far. Names in ``language`` come before those in other languages.
    Makes one query.
    """
    cards = [card for group in known_cards(ruleset.name) for card in group]
    languages = sorted(LANGUAGES, key=lambda each: each != language)
    titles = {card.name.in_language(each): card.type for each in languages for card in cards}
    return EntryCompleter(notation_of(ruleset), players, titles_by_use(titles, context)).complete(entry)


def notation_forms(ruleset: Ruleset) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return pairs of a group's title and its forms of entries, each with an example."""
    notation, examples = notation_of(ruleset), entry_examples(ruleset)
    plays, results = notation.events.plays, notation.events.results
    groups = {
        _("Plays"): plays,
        _("Attacks and choices"): examples.keys() - plays - results,
        _("Results (optional)"): results,
    }
    return [
        (
            title,
            list(
                {
                    _readable_form(form): example
                    for code in examples
                    if code in codes
                    for form, example in examples[code]
                }.items()
            ),
        )
        for title, codes in groups.items()
    ]


def describe_verdict(
    case: ReportedGame | ReportedMatch, turns: Sequence[str], *, language: str, found: Verdict | None = None
) -> GameView:
    """Judge ``case``, whose log has ``turns``, and return the verdict for display. ``found`` is it, if it is known.

    It has a ``title`` and a ``text``, the violated ``clause``, the entries of each of ``turns`` as pairs of text and
    whether it is the faulty one, the missing facts ``needs``, and ``further`` facts that may be missing.
    """
    verdict = verdict_json(case, found, translate=_)
    code, clause = {"verdict": verdict["verdict"]}, _clause_fields(case.ruleset, verdict["clause"], language)
    if isinstance(case, ReportedMatch):
        return code | _describe_match_verdict(verdict) | clause
    entries, is_legal = split_entries(turns), verdict["verdict"] == LEGAL
    texts = _describe_legal(case, verdict) if is_legal else _describe_not_legal(case, verdict, entries)
    marked = [] if is_legal else _mark_faulty_entry(entries, verdict["entry"])
    needs = [_question_for(case, need, entries, language) for need in verdict["needs"]]
    facts = {"needs": needs[:MAX_QUESTIONS], "further": _forms_by_turn(needs[MAX_QUESTIONS:])}
    return code | {"turns": marked} | facts | texts | clause


def _clause_fields(ruleset: Ruleset, clause: str, language: str) -> GameView:
    found = clauses(ruleset.name).get(clause)
    return {"game": ruleset.name, "clause": clause, "sense": found.summary.in_language(language) if found else ""}


def _describe_legal(case: ReportedGame, verdict: GameView) -> GameView:
    text = _("The game follows the rules.")
    if outcome := verdict["outcome"]:
        title = outcome_title(outcome, None, case.players)
        reason = _(case.ruleset.sentences.terms["reason"][outcome["reason"]])
        first, *others = outcome["scores"]
        fields = {"first": first, "second": join_list(others), "unit": _(case.ruleset.scoring.unit)}
        scores = _("{first} to {second} {unit}").format(**fields)
        text = f"{text} {title} ({scores}): {reason}."
    return {"title": pgettext("a game that was played", "Legal"), "text": text}


def _describe_not_legal(case: ReportedGame, verdict: GameView, entries: Sequence[Sequence[str]]) -> GameView:
    if verdict["verdict"] == UNDECIDABLE:
        return {"title": _("Undecidable"), "text": _("The verdict depends on a fact that is not in the log.")}
    if case.deck_fault:
        return {"title": _("Illegal: a deck"), "text": _format_error(case.deck_fault)}
    if verdict["entry"] is None:
        return {"title": _("Illegal: the result"), "text": _("The game cannot end with this result.")}
    number = verdict["entry"] - sum(len(each) for each in entries[: verdict["turn"] - 1]) + 1
    return {
        "title": _("Illegal: turn {turn}, entry {number}").format(turn=verdict["turn"], number=number),
        "text": _("“{said}” is not possible. Everything before it is.").format(said=verdict["said"]),
    }


def _describe_match_verdict(verdict: GameView) -> GameView:
    if verdict["verdict"] == LEGAL:
        return {"title": pgettext("a game that was played", "Legal"), "text": _("A match can end with this result.")}
    if verdict["entry"] is None:
        return {"title": _("Illegal: the result"), "text": _("The games do not add up to this result.")}
    title = _("Illegal: game {number}").format(number=verdict["entry"] + 1)
    return {"title": title, "text": _("No game can end with this result.")}


def _format_error(fault: RulesError) -> str:
    return _(fault.sentence).format(**fault.details)


def _mark_faulty_entry(entries: Sequence[Sequence[str]], faulty: int | None) -> list[list[tuple[str, bool]]]:
    numbers = iter(range(sum(len(turn) for turn in entries)))
    return [[(entry, next(numbers) == faulty) for entry in turn] for turn in entries]


def _question_for(case: ReportedGame, need: GameView, entries: Sequence[Sequence[str]], language: str) -> GameView:
    """Return a missing fact as a question, with the forms of the entries that answer it.

    ``completes`` is the entry that should be written completely, if the question is about one.
    """
    following = dict(enumerate(entry for turn in entries for entry in turn)).get(need["before"])
    end_of_turn = sum(len(turn) for turn in entries[: need["turn"]])
    fields = {"turn": need["turn"], "player": need["player"], "words": following}
    if following is None or need["before"] >= end_of_turn:
        question = _("Turn {turn}, at the end: what happened on {player}'s side?")
        question_without_player = _("Turn {turn}, at the end: what happened?")
    else:
        question = _("Turn {turn}, before “{words}”: what happened on {player}'s side?")
        question_without_player = _("Turn {turn}, before “{words}”: what happened?")
    if need["completes"]:
        question = question_without_player = _("Turn {turn}: what exactly does “{words}” mean?")
    names = [get_printed_card(case.ruleset.name, ref).name.in_language(language) for ref in need["cards"]]
    return {
        "question": (question if need["player"] else question_without_player).format(**fields),
        "about": join_with_and(names),
        "write": [_readable_form(form) for form in need["write"]],
        "player": "" if need["completes"] else need["player"] or "",
        "turn": need["turn"],
        "before": need["before"],
        "completes": following if need["completes"] else "",
    }


def _forms_by_turn(needs: Sequence[GameView]) -> list[GameView]:
    """Return the forms of missing entries for each turn, latest first, and each player in it."""
    by_turn: dict[tuple[int, str], dict[str, None]] = {}
    for need in sorted(needs, key=lambda need: (-need["turn"], need["player"])):
        by_turn.setdefault((need["turn"], need["player"]), {}).update(dict.fromkeys(need["write"]))
    return [{"turn": turn, "player": player, "write": list(forms)} for (turn, player), forms in by_turn.items()]


def _readable_form(form: str) -> str:
    """Return a template of the notation with readable fields, such as ``destiny CARD N``."""
    placeholders = {"card": _("CARD"), "seat": _("PLAYER")}
    return re.sub(r"{(\w+)}", lambda field: placeholders.get(field[1][:4], _("N")), form)
