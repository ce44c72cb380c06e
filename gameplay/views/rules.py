"""The rules of a game: on one page for newcomers, and clause by clause."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cards.selectors import ShownKeyword
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.clauses import Clause, sections
from gameplay.selectors.game_views import variant_title
from gameplay.selectors.zone_map import zone_map


@require_safe
def guide(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of ``game`` on one page, with pictures."""
    ruleset = RULESETS.get(game)
    if ruleset is None:
        raise Http404
    language = get_language() or "en"
    context = {
        "ruleset": ruleset,
        "content": f"gameplay/rules/{game}.html",
        "table": zone_map(ruleset),
        "keywords": [
            ShownKeyword(
                each.term.in_language(language), each.text.in_language(language), each.clause, list(each.symbols)
            )
            for each in ruleset.keywords
        ],
    }
    return render(request, "gameplay/rules_guide.html", context)


@require_safe
def clauses(request: HttpRequest, game: str) -> HttpResponse:
    """Show all clauses of ``game``, each with its variants unless it applies to all of them."""
    ruleset = RULESETS.get(game)
    if ruleset is None:
        raise Http404
    language = get_language() or "en"
    shown_sections = [
        (title.in_language(language), [_shown_clause(ruleset, clause, language) for clause in clauses])
        for title, clauses in sections(game)
    ]
    return render(request, "gameplay/rules.html", {"ruleset": ruleset, "sections": shown_sections})


def _shown_clause(ruleset: Ruleset, clause: Clause, language: str) -> tuple[str, str, list[str]]:
    """Return the id of ``clause``, its text, and the titles of the variants to which it is limited."""
    titles = [variant_title(ruleset, name) for name in _restricting_variants(ruleset, clause)]
    return clause.id, clause.summary.in_language(language), titles


def _restricting_variants(ruleset: Ruleset, clause: Clause) -> list[str]:
    """Return the variants to which ``clause`` applies, or an empty list if it applies to all."""
    variants = [name for name in ruleset.variants if name.startswith(tuple(map(str.lower, clause.variants)))]
    return variants if len(variants) < len(ruleset.variants) else []
