"""A process with other keys than the running ones does not start."""

from typing import Any

import pytest
from django.core.cache import cache

from deploy import asgi, shared_keys
from deploy.worker_process import begin_worker
from tests.parts.streaming import run_async


def test_process_with_other_keys_does_not_start(cache_server: None, settings: Any, capsys: pytest.CaptureFixture[str]):
    settings.REDIS_URL = "redis://valkey"
    shared_keys.check_keys()
    shared_keys.check_keys()
    settings.SECRET_KEY = "of another host"
    sent = []

    async def start() -> None:
        async def receive() -> Any:
            return {"type": "lifespan.startup"}

        async def send(message: Any) -> None:
            sent.append(message)

        await asgi.application({"type": "lifespan"}, receive, send)

    run_async(start)
    assert [message["type"] for message in sent] == ["lifespan.startup.failed"]
    assert "another SECRET_KEY" in sent[0]["message"]
    with pytest.raises(SystemExit):
        begin_worker()
    assert "another SECRET_KEY" in capsys.readouterr().err

    cache.delete(shared_keys.NOTE)  # as after the last process with the other keys
    shared_keys.check_keys()
