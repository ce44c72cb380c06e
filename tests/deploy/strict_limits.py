"""The server's connection limits, with shorter timeouts and smaller sizes."""

from deploy.server.connections import LimitedHttp


class StrictHttp(LimitedHttp):
    head_limit, head_seconds, read_seconds = 20_000, 1.0, 1.5
    max_connections = 60
