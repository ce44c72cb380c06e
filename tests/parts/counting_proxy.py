"""A TCP proxy that counts the bytes of a page, including what the browser requests by itself."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class CountingProxy:
    """Forward connections to ``port`` of this machine. ``received`` counts the bytes sent to the clients."""

    def __init__(self, port: int) -> None:
        self.target = ("127.0.0.1", port)
        self.received = 0
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"

    def serve(self) -> None:
        """Accept connections until the proxy is closed."""
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                threading.Thread(target=self._forward, args=[client], daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _forward(self, client: socket.socket) -> None:
        with client, socket.create_connection(self.target) as server:
            upward = threading.Thread(target=self._copy, args=[client, server, False], daemon=True)
            upward.start()
            self._copy(server, client, True)
            upward.join()

    def _copy(self, source: socket.socket, sink: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if counted:
                    with self._lock:
                        self.received += len(data)
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def counting_proxy(port: int) -> Iterator[CountingProxy]:
    """Yield a running proxy to ``port``."""
    proxy = CountingProxy(port)
    threading.Thread(target=proxy.serve, name="proxy", daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.close()
