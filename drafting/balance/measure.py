"""Play drafts or rounds on several processes, and keep the counts in a file."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from celery import shared_task

from cards.printed import CardSet, bundled_card_set
from drafting.balance.constructed_games import games_per_round, play_round
from drafting.balance.drafts import GAMES, Counts, play_draft
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.bulk import BulkRun

Play = Callable[[int], Counts]
FORMAT = "passleft-balance-2"
CHUNK_SIZE = 20  # drafts or rounds between two writes of the file


def measure(
    measured: CardSet, *, games: int, seed: int = 0, file: Path | None = None, processes: int = 1, workers: bool = False
) -> Counts:
    """Return the counts of at least ``games`` games, including those in ``file``, and write them to ``file``.

    One long run and several short ones give the same counts, and so do ``processes`` of this machine and the
    ``workers`` of a site. Raises UnreadableError if ``file`` has counts of another set or seed, and NoWorkerError.
    """
    counts = read_counts(file, measured, seed) if file else Counter()
    unit, of_unit = (("draft",), GAMES) if measured.products else (("round",), games_per_round(measured))
    wanted = range(counts[unit], -(-games // of_unit))
    play = partial(_play, measured.game, measured.code, _seed_key(seed))
    with nullcontext(partial(_map_to_workers, measured, seed)) if workers else _process_map(processes) as each:
        played = iter(each(play, wanted))
        while done := list(islice(played, CHUNK_SIZE)):
            for draft in done:
                counts.update(draft)
            if file:
                write_counts(file, measured, seed, counts)
    return counts


def _play(game: str, code: str, seed: bytes, number: int) -> Counts:
    """Play a draft or a round of a set. Processes pass its code and look up the cards themselves."""
    measured = bundled_card_set(game, code)
    return (play_draft if measured.products else play_round)(measured, seed, number)


@shared_task(name="drafting.balance.play_chunk")
def play_chunk(run_id: str, number: int, game: str, code: str, seed: int) -> None:
    """Play a draft or a round on a worker, and store its counts."""
    counts = _play(game, code, _seed_key(seed), number)
    BulkRun("", run_id).store(number, [[*key, count] for key, count in counts.items()])


def _map_to_workers(measured: CardSet, seed: int, _play: Play, numbers: Sequence[int]) -> Iterator[Counts]:
    run = BulkRun(f"balance {measured.code}", f"balance-{FORMAT}-{measured.fingerprint}-{seed}")
    for counts in run.run(play_chunk, dict.fromkeys(numbers, (measured.game, measured.code, seed))):
        yield Counter({tuple(key): count for *key, count in counts})


def _seed_key(seed: int) -> bytes:
    return seed.to_bytes(32, "big", signed=True)


def read_counts(file: Path, measured: CardSet, seed: int) -> Counts:
    """Return the counts in ``file``, or none if it does not exist. Raises UnreadableError."""
    if not file.exists():
        return Counter()
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["of"] != _fingerprint(measured, seed):
            raise UnreadableError("these counts are of another set, edition or seed", file=str(file), place="of")
        return Counter({tuple(key): int(count) for *key, count in data["counts"]})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UnreadableError(str(error), file=str(file)) from error


def write_counts(file: Path, measured: CardSet, seed: int, counts: Counts) -> None:
    """Write ``counts`` to ``file`` atomically: an interrupted run leaves the previous file."""
    data = {"of": _fingerprint(measured, seed), "counts": [[*key, count] for key, count in sorted(counts.items())]}
    new = file.with_name(f"{file.name}.new")
    new.write_text(json.dumps(data), encoding="utf-8")
    new.replace(file)


@contextmanager
def _process_map(processes: int) -> Iterator[Callable[[Play, Iterable[int]], Iterable[Counts]]]:
    """Give a function like `map`, in order, that uses ``processes`` processes."""
    if processes == 1:
        yield map
        return
    # Spawned, not forked: a fork would inherit database connections.
    with get_context("spawn").Pool(processes) as pool:
        yield partial(pool.imap, chunksize=2)


def _fingerprint(measured: CardSet, seed: int) -> dict[str, str | int]:
    return {"format": FORMAT, "set": measured.code, "fingerprint": measured.fingerprint, "seed": seed}
