"""The pairing of a round beside other engines, in the same run: CPU seconds, and how good it is.

Two are exact matchings of the whole field, of which every pair is given; the third is a pairing engine
in C++. Each pairs the same rounds of the same event, in which our own pairings were played.
"""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from gc import collect
from importlib import import_module
from importlib.util import find_spec
from math import log
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import linear_regression
from time import process_time
from typing import Any

from gameplay.engine.core.chance import RandomStream
from tests.instruments.bench.field import simulate_rounds
from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup, next_group, ordered_edge
from tournaments.rules.pairing import pair_group

Row = dict[str, Any]
Matcher = Callable[[PairingGraph], Matching]

SIZES = (6, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 10_000)
ROUNDS = (3, 5, 9)
TIME_LIMIT = 5.0  # seconds: an engine that took longer is left out of larger fields
WALL_TIME_LIMIT = 60.0  # seconds by the clock, after which it is ended
MIN_GROWTH_SIZE = 128  # players from which growth is counted: smaller fields are solved in one piece
OWN_ENGINE = "passleft"
INSTALL = "uv pip install --python .venv --require-hashes -r deploy/requirements/bench.txt (uv may be in .tools)"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=int, nargs="+", default=SIZES, help="Of the fields to be paired.")
    parser.add_argument(
        "--limit", type=float, default=TIME_LIMIT, help="Seconds after which an engine meets no larger field."
    )


def measure(*, players: Sequence[int] = SIZES, limit: float = TIME_LIMIT, **_: Any) -> list[Row]:
    """Return one measurement for each engine, field and round, and how each engine's time grows."""
    rows: list[Row] = []
    left = [name for name in ENGINES if find_spec(name)]
    for size in players:
        for row in _measure_rounds(size, left):
            rows.append(row)
            if row["cpu_s"] is None or row["cpu_s"] > limit:
                left = [name for name in left if name != row["engine"]]
    return [*rows, *growth_exponents(rows)]


def missing_engines() -> list[str]:
    """Which engines are not installed, and how they would be."""
    return [f"{name} is not installed, and not measured: {INSTALL}" for name in ENGINES if not find_spec(name)]


def _measure_rounds(size: int, engines: Sequence[str]) -> Iterator[Row]:
    for tournament in simulate_rounds(size, max(ROUNDS)):
        if tournament.next_round not in ROUNDS:
            continue
        collect()  # so that no engine cleans up after another
        began = process_time()
        group = next_group(tournament)
        grouped = process_time()
        pairing = pair_group(group, RandomStream(b"bench", "pairing"))
        paired = process_time()
        fields = {"players": len(group.players), "size": size, "round": tournament.next_round}
        yield _row(OWN_ENGINE, fields, paired - grouped, pairing.cost) | {"standings_s": round(grouped - began, 4)}
        for name in engines:
            yield _row(name, fields, *_time_in_process(name, group))


def _row(engine: str, fields: Row, seconds: float | None, cost: int | None) -> Row:
    cpu = None if seconds is None else round(seconds, 5)
    return {"name": f"pairing {engine}", "engine": engine, **fields, "cpu_s": cpu, "cost": cost}


def _time_in_process(name: str, group: PairingGroup) -> tuple[float | None, int | None]:
    """Pair in a process of its own, which is ended if it does not come to an end: seconds of CPU, and the cost."""
    context = get_context("spawn")  # a fork of a process with threads may inherit a lock that nobody opens
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_time_pairing, args=(name, group.graph(), theirs))
    process.start()
    theirs.close()
    found: tuple[float | None, int | None] = (None, None)
    if ours.poll(WALL_TIME_LIMIT):
        found = ours.recv()
    process.kill()
    process.join()
    return found


def _time_pairing(name: str, graph: PairingGraph, to: Connection) -> None:
    import_module(name)
    pair = ENGINES[name]
    collect()
    began = process_time()
    matching = pair(graph)
    to.send((process_time() - began, graph.cost(matching)))


def _networkx(graph: PairingGraph) -> Matching:
    networkx = import_module("networkx")
    found = networkx.Graph()
    found.add_weighted_edges_from((a, b, -(graph.points_gap((a, b)) ** 2)) for a, b in graph.edges())
    return tuple(ordered_edge(a, b) for a, b in networkx.max_weight_matching(found, maxcardinality=True))


def _rustworkx(graph: PairingGraph) -> Matching:
    rustworkx = import_module("rustworkx")
    found = rustworkx.PyGraph()
    found.add_nodes_from(range(graph.size))
    found.extend_from_weighted_edge_list([(a, b, -(graph.points_gap((a, b)) ** 2)) for a, b in graph.edges()])
    return tuple(rustworkx.max_weight_matching(found, max_cardinality=True, weight_fn=int))


def _swisspair(graph: PairingGraph) -> Matching:
    swisspair = import_module("swisspair")
    players = [
        swisspair.Player(
            id=str(vertex),
            points=graph.points[vertex],
            rank=vertex + 1,
            can_get_bye=graph.bye not in graph.met[vertex],
            cannot_be_paired_against_ids={str(other) for other in graph.met[vertex] if other != graph.bye},
        )
        for vertex in range(len(graph.players_below))
    ]
    matches = swisspair.create_matches(players)
    return tuple(ordered_edge(int(each.p1.id), graph.size - 1 if each.is_bye else int(each.p2.id)) for each in matches)


ENGINES: dict[str, Matcher] = {"rustworkx": _rustworkx, "networkx": _networkx, "swisspair": _swisspair}


def growth_exponents(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the power of the number of players with which each engine's time grows, from MIN_GROWTH_SIZE players on."""
    for engine, times in _by_engine(rows).items():
        if len(points := [(log(size), log(seconds)) for size, seconds in times if size >= MIN_GROWTH_SIZE]) > 1:
            exponent = linear_regression(*zip(*points, strict=True)).slope
            yield {"name": f"growth of {engine}", "engine": engine, "exponent": round(exponent, 2)}


def _by_engine(rows: Sequence[Row]) -> dict[str, list[tuple[int, float]]]:
    """Return the time of the slowest round of each size, by engine."""
    slowest: dict[str, dict[int, float]] = defaultdict(dict)
    for row in rows:
        if row["cpu_s"]:
            times = slowest[row["engine"]]
            times[row["size"]] = max(row["cpu_s"], times.get(row["size"], 0))
    return {engine: sorted(times.items()) for engine, times in slowest.items()}


def table(rows: Sequence[Row]) -> str:
    """Return the measurements as a table in Markdown: seconds and cost of each round."""
    engines = list(dict.fromkeys(row["engine"] for row in rows))
    cells: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in rows:
        if "size" in row:
            cells[row["size"], row["engine"]].append(row)
    lines = ["| players | " + " | ".join(engines) + " |", "|--:" * (len(engines) + 1) + "|"]
    lines += [
        f"| {size:,} | " + " | ".join(_cell(cells[size, engine]) for engine in engines) + " |"
        for size in dict.fromkeys(row["size"] for row in rows if "size" in row)
    ]
    lines += ["", *(f"{row['name']}: players to the power of {row['exponent']}" for row in rows if "exponent" in row)]
    return "\n".join(lines)


def _cell(rows: Sequence[Row]) -> str:
    if not rows:
        return "-"
    seconds = " / ".join("none" if row["cpu_s"] is None else f"{row['cpu_s']:.3g}" for row in rows)
    costs = " / ".join("-" if row["cost"] is None else str(row["cost"]) for row in rows)
    return f"{seconds} s; {costs}"
