"""What is done with sets of cards: one is brought in."""

from django.db import transaction

from cards import set_json
from cards.models import ImportedSet
from cards.ports import card_games
from cards.printed import CardSet, CatalogueError, bundled_card_sets


@transaction.atomic
def import_set(text: str, *, file: str) -> CardSet:
    """Read a set from JSON ``text`` and keep it; the same set once more changes nothing.

    Raises CatalogueError, with ``file``, line and reason, for what its game cannot read
    and for a code that is in use.
    """
    card_set = set_json.set_from_json(text, file=file)
    card_games().check_set(card_set)
    own_sets = (own for game in card_games().game_titles() for own in bundled_card_sets(game))
    if any(card_set.code.upper() == own.code.upper() for own in own_sets):
        raise CatalogueError(f"the code {card_set.code} belongs to a set of this site", file=file)
    values = {"game": card_set.game, "code": card_set.code, "fingerprint": card_set.fingerprint}
    kept, _ = ImportedSet.objects.get_or_create(
        code__iexact=card_set.code, defaults=values | {"text": set_json.set_to_json(card_set)}
    )
    if kept.fingerprint != card_set.fingerprint:
        reason = f"the code {kept.code} belongs to another set; a new edition needs a code of its own"
        raise CatalogueError(reason, file=file)
    return card_set
