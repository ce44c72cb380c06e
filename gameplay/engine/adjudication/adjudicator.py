"""Adjudication of a reported game: verify the written log of a game that was played on paper.

A log contains public information only, and not all of it: the cards of a hand are unknown, a drawn destiny may be
missing. Only the order of decisions binds: what follows from them may be written anywhere in the line of its turn.
The rules are replayed along the log (`turn_run`) with assumed faces for all unseen cards (`hidden_faces`). Where
several continuations are possible, a backtracking search tries them (`hypotheses`):

    hidden information    one consistent branch is sufficient, because no player could know better
    public information    missing from the log: if some branches are consistent with a reported result
                          and others are not, the log is undecidable without the missing fact

    legal                 the game can have happened as reported
    illegal               an entry is impossible by a clause; everything before it is possible
    undecidable           the verdict depends on the ``missing_facts``
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from gameplay.engine.adjudication.branch_search import BranchSearch
from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, SearchLimitError
from gameplay.engine.adjudication.hypotheses import (
    Contradiction,
    MissingFact,
    ReportedGame,
    StepBudget,
)
from gameplay.engine.adjudication.late_results import judge_with_late_results
from gameplay.engine.adjudication.unwritten import ask_for_unwritten
from gameplay.engine.adjudication.verdict import ILLEGAL, LEGAL, UNDECIDABLE, Verdict


def adjudicate(reported_game: ReportedGame) -> Verdict:
    """Return the verdict on a reported game."""
    if reported_game.deck_fault:
        return Verdict(ILLEGAL, clause=reported_game.deck_fault.clause)
    if reported_game.alternatives:
        return _adjudicate_with_each_deck(reported_game)
    if impossible := _verdict_on_impossible_entry(reported_game):
        return impossible
    if not reported_game.turns and reported_game.reported_outcome:
        clause = reported_game.notation.clauses.implausible_outcome(
            reported_game.table.variant, reported_game.reported_outcome
        )
        return Verdict(ILLEGAL if clause else LEGAL, clause=clause, outcome=reported_game.reported_outcome)
    asks = reported_game.notation.limits.asks
    verdict = _judge(reported_game, StepBudget(asks))
    return judge_with_late_results(reported_game, verdict, _judge, StepBudget(int(asks * READINGS_SHARE)))


def _verdict_on_impossible_entry(reported_game: ReportedGame) -> Verdict | None:
    """Return the illegal verdict on the first entry that is impossible in any game, or on a turn before it.

    No missing fact or hidden card can explain such an entry. Return None if there is none.
    """
    faces = reported_game.faces
    cards = dict.fromkeys((*faces.all_faces, *faces.universe))
    found = ((each, reported_game.notation.clauses.never(each, cards)) for each in reported_game.all_entries)
    entry, clause = next(((each, clause) for each, clause in found if clause), (None, ""))
    if entry is None:
        return None
    turns = reported_game.turns[: entry.turn - 1]
    before = adjudicate(replace(reported_game, turns=turns, reported_outcome=None)) if turns else Verdict(LEGAL)
    if before.status == ILLEGAL:
        return before
    return replace(before, status=ILLEGAL, entry=entry, turn=entry.turn, clause=clause, missing_facts=(), outcome=None)


def _judge(reported_game: ReportedGame, budget: StepBudget) -> Verdict:
    """Return the verdict on a reported game with its results in the lines where they are written."""
    is_confirmed = bool(reported_game.notation.limits.exhaustive_branches)
    proof_budget = budget.part(PROOF_SHARE if is_confirmed else REMAINING_PROOF_SHARE)
    search = BranchSearch(reported_game, budget)
    if is_confirmed:
        verdict = _confirm(reported_game, search, proof_budget)
    else:
        verdict = search.search()
        if verdict.status == ILLEGAL and search.pending_branches:
            is_proved = _is_proved(reported_game, verdict, search, proof_budget)
            doubted = _verdict_with_doubts(reported_game, verdict, search, proof_budget) if is_proved else None
            verdict = doubted or (verdict if is_proved else _left_open(reported_game, verdict, search))
    budget.take_over(proof_budget, 1)
    return ask_for_unwritten(reported_game, verdict)


def _adjudicate_with_each_deck(reported_game: ReportedGame) -> Verdict:
    """Return the verdict on a log that does not say which of the fixed decks were used.

    The log is legal if it is legal with one choice of decks, otherwise undecidable if it is undecidable with one.
    Otherwise it is illegal at the last entry that any choice of decks reaches.
    """
    verdicts: list[Verdict] = []
    for each in (replace(reported_game, alternatives=()), *reported_game.alternatives):
        verdict = adjudicate(each)
        if verdict.status == LEGAL:
            return verdict
        verdicts.append(verdict)
    if undecidable := next((verdict for verdict in verdicts if verdict.status == UNDECIDABLE), None):
        return undecidable
    # A missing copy in an assumed deck means that the deck is not one of the legal decks.
    farthest = max(
        verdicts, key=lambda verdict: len(reported_game.observations) if verdict.entry is None else verdict.entry.number
    )
    clause = reported_game.notation.clauses.violated
    if farthest.entry and farthest.clause == clause(reported_game.table, None, farthest.entry, "no_copy"):
        return replace(farthest, clause=clause(reported_game.table, None, farthest.entry, "no_deck"))
    return farthest


READINGS_SHARE = 0.5
"""What all other readings of a log may take together (see `late_results`), as a share of what the first one may."""

PROOF_SHARE = 0.8
"""The part of the steps that is kept for the exhaustive search."""

REMAINING_PROOF_SHARE = 0.4
"""The same in a game whose other search usually tries everything."""

SHARE_AFTER_PROOF = 0.3
"""The part of what the exhaustive search leaves that the search may use: it succeeds soon, or asks for facts."""

PROOF_BRANCHES = 800
"""The limit of the exhaustive search in such a game."""

FIRST_RUNS = 25
"""The number of branches that are tried before the exhaustive search checks whether any can be consistent."""


def _confirm(reported_game: ReportedGame, search: BranchSearch, budget: StepBudget) -> Verdict:
    """Return the verdict of the search, but illegal only if the log is impossible for all possible unseen cards.

    The branches that were tried may all be based on wrong guesses, so an exhaustive search confirms the contradiction.
    If guesses are left, and the exhaustive search finds a contradiction in a later turn, that one is reported, because
    it is certain. It is also reported if the earlier contradiction depends on a guess.
    """
    verdict = search.search(FIRST_RUNS)
    if verdict.status == UNDECIDABLE:
        verdict = search.search()
    if verdict.status == UNDECIDABLE and not search.consistent:
        return replace(
            verdict,
            missing_facts=(*verdict.missing_facts, *_facts_to_ask_for(reported_game, verdict, search.omitted_facts)),
        )
    if verdict.status != ILLEGAL:
        return verdict
    found, is_complete = None, False
    max_branches = reported_game.notation.limits.exhaustive_branches
    proof = _exhaustive(reported_game, max_branches, search, budget)
    with suppress(SearchLimitError):
        found, is_complete = proof.find_contradiction(), True
    if found is None or found.entry_number != search.entry_number(verdict):
        search.budget.take_over(budget, SHARE_AFTER_PROOF)
        search.follow(proof.deviations())
        verdict = search.search()
    # A complete proof that finds nothing leaves only the number of copies, which the tracked faces count.
    if verdict.status != ILLEGAL or (is_complete and found is None and search.tried_everything):
        return verdict
    place = search.entry_number(verdict)
    untried = tuple(dict.fromkeys(fact for fact, _ in proof.explanation)) or proof.untried_facts
    undecided = _left_open(reported_game, verdict, search, untried)
    if found is not None and found.entry_number >= place:
        with suppress(SearchLimitError):
            missing_facts = _facts_that_explain(reported_game, {place, found.entry_number}, search, budget)
            undecided = replace(undecided, missing_facts=missing_facts)
            if not missing_facts:
                certain = _certain_verdict(reported_game, verdict, search, found)
                return _verdict_with_doubts(reported_game, certain, search, budget) or certain
    return undecided


def _verdict_with_doubts(
    reported_game: ReportedGame, verdict: Verdict, search: BranchSearch, budget: StepBudget
) -> Verdict | None:
    """Return another verdict than illegal if results may be about other events than it seems, otherwise None.

    They may if an exhaustive search with these doubts leads past the entry of the ``verdict``.
    """
    branches = reported_game.notation.limits.exhaustive_branches or PROOF_BRANCHES
    proof = _exhaustive(reported_game, branches, search, budget, has_doubts=True)
    try:
        is_explained = proof.find_contradiction() is None
    except SearchLimitError:
        latest = proof.latest_contradiction
        is_explained = latest is not None and latest.entry_number > search.entry_number(verdict)
    if not is_explained:
        return None
    search.budget.take_over(budget, SHARE_AFTER_PROOF)
    search.follow(proof.deviations())
    other = search.search()
    return other if other.status != ILLEGAL else _left_open(reported_game, verdict, search)


def _certain_verdict(
    reported_game: ReportedGame, verdict: Verdict, search: BranchSearch, found: Contradiction
) -> Verdict:
    """Return the illegal ``verdict``, or that of the contradiction ``found`` if ``verdict`` may depend on a guess."""
    certain = search.illegal_verdict(found.entry_number, found.clause)
    clauses, events = reported_game.notation.clauses, reported_game.notation.events
    is_about_hidden = verdict.clause in clauses.missing_copy or (
        verdict.entry is not None and verdict.entry.codes <= events.optional | events.private
    )
    if search.pending_branches and (certain.turn != verdict.turn or is_about_hidden):
        return replace(certain, last_branch=verdict.last_branch)
    return verdict


def _is_proved(reported_game: ReportedGame, verdict: Verdict, search: BranchSearch, budget: StepBudget) -> bool:
    """Return whether an exhaustive search finds the same contradiction, and no missing fact that explains it.

    A search for missing facts that ends at its limit finds none.
    """
    place, is_found = search.entry_number(verdict), False
    with suppress(SearchLimitError):
        proof, facts = (_exhaustive(reported_game, PROOF_BRANCHES, search, budget) for _ in range(2))
        found = proof.find_contradiction()
        is_found = found is not None and found.entry_number == place
        return is_found and not (any(search.dead_ends) and facts.find_assumptions(place))
    return is_found


def _exhaustive(
    reported_game: ReportedGame,
    max_branches: int,
    search: BranchSearch,
    budget: StepBudget,
    *,
    has_doubts: bool = False,
) -> ExhaustiveSearch:
    """Return an exhaustive search for what the search did not decide."""
    return ExhaustiveSearch(
        reported_game,
        max_branches,
        search.check_outcome,
        budget,
        last_resorts=search.needs_last_resorts,
        has_doubts=has_doubts,
    )


def _left_open(
    reported_game: ReportedGame, verdict: Verdict, search: BranchSearch, untried: Sequence[MissingFact] = ()
) -> Verdict:
    """Return an illegal verdict as undecidable: the search was too short to try every branch.

    It asks for the ``untried`` facts first, of which only one value was tried. But a result that is not about hidden
    cards, such as a total, rather follows from an earlier entry that does not say everything.
    """
    turn = verdict.turn or len(reported_game.turns)
    unseen = (MissingFact("unseen", None, (), turn, search.entry_number(verdict)),)
    notation, parts = reported_game.notation, _parts_to_ask_for(reported_game, verdict, search.omitted_facts)
    open_results = notation.events.results.difference(notation.zones.arrivals.values())
    facts = parts if verdict.entry and verdict.entry.codes <= open_results else ()
    facts = facts or (*untried, *_facts_to_ask_for(reported_game, verdict, search.omitted_facts))
    facts = facts or ask_for_unwritten(reported_game, verdict).missing_facts or parts
    return replace(verdict, status=UNDECIDABLE, clause="", missing_facts=facts or unseen)


def _facts_that_explain(
    reported_game: ReportedGame, places: Collection[int], search: BranchSearch, budget: StepBudget
) -> tuple[MissingFact, ...]:
    """Return missing facts that would allow the log past one of the entries ``places``, the earliest one first.

    Raises SearchLimitError.
    """
    max_branches = reported_game.notation.limits.assumption_branches
    for place in sorted(places) if max_branches else ():
        proof = _exhaustive(reported_game, max_branches, search, budget)
        if facts := tuple(dict.fromkeys(fact for fact, _ in proof.find_assumptions(place))):
            return facts
    return ()


MAX_PARTS = 6
"""The number of entries that a writer is asked to complete."""


def _parts_to_ask_for(
    reported_game: ReportedGame, verdict: Verdict, omitted: Iterable[MissingFact]
) -> tuple[MissingFact, ...]:
    """Return what entries leave out, latest first: if possible, what concerns a card of the rejected entry.

    "Play the sword" does not say who bears it. An unlikely meaning, such as a replaced card, concerns no cards.
    """
    facts = (fact for fact in reversed(dict.fromkeys(omitted)) if fact.is_part)
    parts = [fact for fact in facts if reported_game.forms_for(fact)]
    named = {card.ref for card in verdict.entry.cards} if verdict.entry else set()
    related = [fact for fact in parts if not named.isdisjoint(fact.cards)] or [fact for fact in parts if fact.cards]
    return tuple((related or parts)[:MAX_PARTS])


def _facts_to_ask_for(
    reported_game: ReportedGame, verdict: Verdict, omitted: Iterable[MissingFact]
) -> tuple[MissingFact, ...]:
    """Return the optional facts that would locate hidden cards, latest first.

    Facts about the seats of the rejected entry come before all others. A player who writes down one kind of fact in a
    turn has written all of them.
    """
    facts = [fact for fact in reversed(dict.fromkeys(omitted)) if not fact.is_part]
    turn = verdict.turn or len(reported_game.turns)
    active = (reported_game.table.active + turn - 1) % len(reported_game.players)
    seats = {pattern.fields.get("seat", active) for pattern in verdict.entry.patterns} if verdict.entry else {active}
    optional = reported_game.notation.events.optional | reported_game.notation.events.private
    written = {
        (entry.turn, pattern.fields.get("seat"), pattern.code)
        for entry in reported_game.all_entries
        for pattern in entry.patterns
        if pattern.code in optional
    }
    unwritten = [fact for fact in facts if (fact.turn, fact.seat, fact.code) not in written]
    return tuple(sorted(unwritten or facts, key=lambda fact: fact.seat not in seats))
