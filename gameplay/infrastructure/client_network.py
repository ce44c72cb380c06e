"""The network of a client, which limits count as one client."""

import ipaddress

IPV6_PREFIX = 64  # one client can use all addresses with this prefix


def client_network(client: str) -> str:
    """Return the network of an IPv6 address; an IPv4 address, or text that is no address, as it is."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    if address.version == 4:
        return client
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))


def is_on_internet(client: str) -> bool:
    """Return whether an address is of the internet, not of this machine or a local network."""
    try:
        return ipaddress.ip_address(client).is_global
    except ValueError:
        return False
