"""A game on paper as a person reads it: what its log says, and what the verdict on it comes to."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from cards.selectors import get_printed_card
from gameplay.engine.adjudication.adjudicator import LEGAL, UNDECIDABLE
from gameplay.engine.adjudication.hypotheses import ReportedGame
from gameplay.engine.adjudication.match_result import ReportedMatch
from gameplay.engine.adjudication.notation import SEPARATOR, notation_of
from gameplay.engine.adjudication.paper_log import verdict_json
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.selectors.clauses import clauses
from gameplay.selectors.game_views import GameView, outcome_title

MAX_QUESTIONS = 6
"""Questions that are asked at once, of many facts that may be left out."""


class SuppliedFact(NamedTuple):
    """A fact that a log left out: it belongs into ``turn``, from 1, before entry ``before`` of the game, from 0."""

    turn: int
    before_entry: int
    text: str


def split_entries(turns: Sequence[str]) -> list[list[str]]:
    """The entries of each turn; a verdict numbers them on through the game, from 0."""
    return [[words.strip() for words in line.split(SEPARATOR) if words.strip()] for line in turns]


def insert_facts(turns: Sequence[str], facts: Sequence[SuppliedFact]) -> list[str]:
    """``turns`` with each of ``facts`` written where it belongs; one for a turn there is not is left out."""
    told = split_entries(turns)
    in_order = sorted(facts, key=lambda fact: (fact.turn, fact.before_entry))
    for fact in reversed(in_order):  # from the end, so that the places before stay what they are
        if 1 <= fact.turn <= len(told):
            earlier = sum(len(entries) for entries in told[: fact.turn - 1])
            told[fact.turn - 1].insert(max(fact.before_entry - earlier, 0), fact.text)
    return [f"{SEPARATOR} ".join(entries) for entries in told]


def example_log(ruleset: Ruleset) -> dict[str, Any]:
    """The log that shows how games of ``ruleset`` are written down."""
    path = settings.BASE_DIR / "gameplay" / "games" / ruleset.name / "example.log.json"
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return log


def first_named_entry(log: GameView) -> str:
    """The first entry of a log before which it is written whose it is; somebody who gives up if there is none."""
    entries = (entry for line in split_entries(log["turns"]) for entry in line if ": " in entry)
    return next(entries, f"{log['players'][-1]}: concede")


def notation_forms(ruleset: Ruleset) -> list[tuple[str, list[str]]]:
    """The words of a log, a group after the other under its title."""
    notation = notation_of(ruleset)
    plays = set(notation.play_events)
    groups = {_("Plays"): plays, _("Attacks and choices"): notation.templates.keys() - plays - notation.result_events}
    groups[_("What follows, if you like")] = set(notation.result_events)
    return [
        (
            title,
            list(
                dict.fromkeys(_readable_form(forms[0]) for code, forms in notation.templates.items() if code in codes)
            ),
        )
        for title, codes in groups.items()
    ]


def describe_verdict(case: ReportedGame | ReportedMatch, turns: Sequence[str], *, language: str) -> GameView:
    """Judge ``case``, whose turns are written in ``turns``, and return the verdict in words.

    ``title`` and ``text`` say it, ``clause`` by which clause; ``turns`` are the entries as (words, whether it is the one),
    ``needs`` what to supply, ``further`` what else may be wanted.
    """
    told = verdict_json(case)
    if isinstance(case, ReportedMatch):
        return (
            {"verdict": told["verdict"]} | _describe_match_verdict(told) | _clause_fields(case.ruleset, told["clause"])
        )
    entries = split_entries(turns)
    said = _describe_legal(case, told) if told["verdict"] == LEGAL else _describe_not_legal(case, told, entries)
    marked = [] if told["verdict"] == LEGAL else _mark_faulty_entry(entries, told["entry"])
    needs = [_question_for(case, need, entries, language) for need in told["needs"]]
    asked = {"needs": needs[:MAX_QUESTIONS], "further": _forms_by_turn(needs[MAX_QUESTIONS:])}
    return {"verdict": told["verdict"], "turns": marked} | asked | said | _clause_fields(case.ruleset, told["clause"])


def _clause_fields(ruleset: Ruleset, clause: str) -> GameView:
    found = clauses(ruleset.name).get(clause)
    return {"game": ruleset.name, "clause": clause, "sense": found.summary if found else ""}


def _describe_legal(case: ReportedGame, verdict: GameView) -> GameView:
    text = _("The game can have happened as it is written.")
    if outcome := verdict["outcome"]:
        title = outcome_title(outcome["winners"], None, case.players)
        reason = _(case.ruleset.sentences.terms["reason"][outcome["reason"]])
        first, *others = outcome["scores"]
        words = {"first": first, "second": ", ".join(map(str, others)), "unit": _(case.ruleset.scoring.unit)}
        scores = _("{first} to {second} {unit}").format(**words)
        text = f"{text} {title} ({scores}): {reason}."
    return {"title": _("Legal"), "text": text}


def _describe_not_legal(case: ReportedGame, verdict: GameView, entries: Sequence[Sequence[str]]) -> GameView:
    if verdict["verdict"] == UNDECIDABLE:
        return {"title": _("Undecidable"), "text": _("It depends on something that is not written.")}
    if case.deck_fault:
        return {"title": _("Illegal: a deck"), "text": _format_error(case.deck_fault)}
    if verdict["entry"] is None:
        return {"title": _("Illegal: the result"), "text": _("No such game ends with this result.")}
    number = verdict["entry"] - sum(len(each) for each in entries[: verdict["turn"] - 1]) + 1
    where = {"turn": verdict["turn"], "number": number}
    return {
        "title": _("Illegal: turn {turn}, entry {number}").format(**where),
        "text": _("“{said}” cannot be; everything before it can.").format(said=verdict["said"]),
    }


def _describe_match_verdict(verdict: GameView) -> GameView:
    if verdict["verdict"] == LEGAL:
        return {"title": _("Legal"), "text": _("A match can end with this result.")}
    if verdict["entry"] is None:
        return {"title": _("Illegal: the result"), "text": _("The games do not give this result.")}
    title = _("Illegal: game {number}").format(number=verdict["entry"] + 1)
    return {"title": title, "text": _("No such game ends with this result.")}


def _format_error(fault: RulesError) -> str:
    return _(fault.sentence).format(**fault.details)


def _mark_faulty_entry(entries: Sequence[Sequence[str]], faulty: int | None) -> list[list[tuple[str, bool]]]:
    numbers = iter(range(sum(len(turn) for turn in entries)))
    return [[(words, next(numbers) == faulty) for words in turn] for turn in entries]


def _question_for(case: ReportedGame, need: GameView, entries: Sequence[Sequence[str]], language: str) -> GameView:
    """A missing fact as a question: what is asked, and in which words it is answered."""
    following = dict(enumerate(words for turn in entries for words in turn)).get(need["before"])
    here = sum(len(turn) for turn in entries[: need["turn"]])
    fields = {"turn": need["turn"], "player": need["player"], "words": following}
    if following is None or need["before"] >= here:
        question = _("Turn {turn}, at its end: what happened on {player}'s side?")
        nobody = _("Turn {turn}, at its end: what happened?")
    else:
        question = _("Turn {turn}, before “{words}”: what happened on {player}'s side?")
        nobody = _("Turn {turn}, before “{words}”: what happened?")
    names = [get_printed_card(case.ruleset.name, ref).name.in_language(language) for ref in need["cards"]]
    return {
        "question": (question if need["player"] else nobody).format(**fields),
        "about": get_text_list(names, _("and")),
        "write": [_readable_form(form) for form in need["write"]],
        "player": need["player"] or "",
        "turn": need["turn"],
        "before": need["before"],
    }


def _forms_by_turn(needs: Sequence[GameView]) -> list[GameView]:
    """Of each turn, the latest first, and of each player there, in which words facts are written that are not."""
    found: dict[tuple[int, str], dict[str, None]] = {}
    for need in sorted(needs, key=lambda need: (-need["turn"], need["player"])):
        found.setdefault((need["turn"], need["player"]), {}).update(dict.fromkeys(need["write"]))
    return [{"turn": turn, "player": player, "write": list(forms)} for (turn, player), forms in found.items()]


def _readable_form(form: str) -> str:
    """A template of the notation as a person reads it: ``destiny CARD N``."""
    words = {"card": _("CARD"), "seat": _("PLAYER")}
    return re.sub(r"{(\w+)}", lambda field: words.get(field[1][:4], _("N")), form)
