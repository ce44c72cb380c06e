"""How many connections and event streams a web process can hold, from its limit of file descriptors."""

import resource

RESERVED_DESCRIPTORS = 100  # descriptors reserved for the database, the cache and the log
MAX_CONNECTIONS = max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_DESCRIPTORS, RESERVED_DESCRIPTORS)
MAX_STREAMS = MAX_CONNECTIONS * 3 // 4  # the other connections are for requests
