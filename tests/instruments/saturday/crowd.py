"""All people of a day, in one process that does not use Django.

``python -m tests.instruments.saturday.crowd`` reads a line of JSON with the events and the port of the site. It prints
the progress as lines of JSON, and at the end what the people saw. Each further line that it reads is the name of the
fault that begins.
"""

import asyncio
import json
import sys
from typing import Any

from tests.instruments.saturday.experience import Experience
from tests.instruments.saturday.people import Display, EventPlan, Organizer, Player, new_seat

PROGRESS_INTERVAL = 0.25  # seconds
ARRIVALS_PER_SECOND = 40


async def main(options: dict[str, Any]) -> None:
    """Let all people act until all events are finished."""
    seen, port, tasks = Experience(), options["port"], list[asyncio.Task[None]]()
    phases = asyncio.create_task(_read_phases(seen))
    for fields in options["events"]:
        event = EventPlan(fields["slug"], fields["code"], fields["people"])
        organizer = Organizer(event, new_seat(port) | fields["organizer"], seen)
        tasks += [asyncio.create_task(each.play()) for each in (organizer, Display(event, port, seen))]
        for name in fields["names"]:
            times = {each: tuple(options[each]) for each in ("think", "match")}
            player = Player(name, event, port, seen, **times)
            tasks.append(asyncio.create_task(player.play()))
            await asyncio.sleep(1 / ARRIVALS_PER_SECOND)
    while not all(task.done() for task in tasks):
        crashed = [task for task in tasks if task.done() and task.exception()]
        print(json.dumps(seen.progress()), flush=True)
        if crashed:
            await crashed[0]
        await asyncio.sleep(PROGRESS_INTERVAL)
    phases.cancel()
    print(json.dumps(seen.as_json()), flush=True)


async def _read_phases(seen: Experience) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        seen.begin_phase(line.decode().strip())


if __name__ == "__main__":
    with open(0, "rb", buffering=0, closefd=False) as unbuffered:  # the event loop reads the other lines
        first_line = unbuffered.readline()
    asyncio.run(main(json.loads(first_line)))
