"""``manage.py packs --set S --seed N --packs N``: open packs of a product, or of a cube with ``--cube FILE``."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from cards import printed
from cards.printed import CardSet, Product
from cards.selectors import card_sets, find_set
from drafting.rules.cube import read_cube
from drafting.rules.mixes import Cube
from drafting.rules.packs import open_pack
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.management.input_files import read_text


class Command(BaseCommand):
    help = "Open packs and print them as JSON. The same seed gives the same packs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--set", required=True, help="Code or name of a set, such as FL. With --cube: any set of the game."
        )
        parser.add_argument("--cube", type=Path, help="File with the cards of a cube, one per line.")
        parser.add_argument("--size", type=int, default=11, help="Number of cards in a pack of the cube (default: 11).")
        parser.add_argument("--product", default="booster", help="Code of the product to open (default: booster).")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--packs", type=int, default=1)

    def handle(self, *, seed: int, packs: int, **options: Any) -> None:
        try:
            make_packs = packs_of_cube if options["cube"] else packs_of_set
            result = make_packs(packs=packs, seed=seed, **options)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except DatabaseError as error:
            self.stderr.write(f"not a bundled set, and the database with imported sets is not available: {error}")
            sys.exit(2)
        except RulesError as refusal:
            self.stderr.write(str(refusal))
            sys.exit(1)
        self.stdout.write(json.dumps(result))


def packs_of_set(*, packs: int, seed: int, **options: Any) -> dict[str, Any]:
    """Return packs of a product of a set as JSON. Raises UnreadableError, BarredProductError."""
    card_set, product = find_product(options["set"], options["product"])
    about = {"game": card_set.game, "set": card_set.code, "product": product.code, "seed": seed}
    return about | {"packs": open_packs(card_set, product, seed, packs)}


def packs_of_cube(*, packs: int, seed: int, **options: Any) -> dict[str, Any]:
    """Return packs of a cube as JSON. Raises UnreadableError with file and line, CubeTooSmallError."""
    file, game, key = options["cube"], find_set_called(options["set"]).game, seed_bytes(seed, packs)
    text = read_text(file)
    refs, faults = read_cube(text, [card for each in printed.bundled_card_sets(game) for card in each.cards])
    if faults:  # imported sets have other cards
        refs, faults = read_cube(text, [card for each in card_sets(game) for card in each.cards])
    if faults:
        raise UnreadableError("; ".join(map(str, faults)), file=str(file))
    if options["size"] < 1:
        raise UnreadableError("at least one card", place="--size")
    drawn = Cube(refs, packs, 1, options["size"]).pod_packs(seed=key, pod_label="packs")
    about = {"game": game, "cube": file.name, "cards": len(refs), "seed": seed}
    return about | {"packs": [[copy.ref for copy in pack.copies] for pack in drawn]}


def find_product(name: str, code: str) -> tuple[CardSet, Product]:
    """Return the set called ``name`` and its product ``code``. Raises UnreadableError."""
    card_set = find_set_called(name)
    try:
        return card_set, card_set.product(code)
    except KeyError:
        codes = ", ".join(product.code for product in card_set.products) or "none"
        raise UnreadableError(
            f"{card_set.code} has no such product; it has: {codes}", place=f"--product {code}"
        ) from None


def find_set_called(name: str) -> CardSet:
    """Return the set called ``name``. Raises UnreadableError."""
    try:
        return find_set(name)
    except KeyError:
        raise UnreadableError("no such set in the catalogue", place=f"--set {name}") from None


def open_packs(card_set: CardSet, product: Product, seed: int, packs: int) -> list[list[str]]:
    """Return the refs in each of ``packs`` packs. Raises UnreadableError, BarredProductError."""
    key = seed_bytes(seed, packs)
    return [open_pack(card_set, product, RandomStream(key, f"packs/{number}")) for number in range(1, packs + 1)]


def seed_bytes(seed: int, packs: int) -> bytes:
    """Return the seed as bytes for the random streams.

    Raises UnreadableError if it is too large, or if ``packs`` is below 1.
    """
    if packs < 1:
        raise UnreadableError("at least one pack", place=f"--packs {packs}")
    if seed.bit_length() > 255:
        raise UnreadableError("at most 255 bits", place="--seed")
    return seed.to_bytes(32, "big", signed=True)
