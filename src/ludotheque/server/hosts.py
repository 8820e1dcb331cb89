"""Host names and addresses: which ones are ours, and which share a network."""

import socket
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

NETWORK = 64  # bits of the smallest IPv6 network that a provider assigns to a customer
MAPPED, MAPPED_BITS = "::ffff:", 96  # what comes before an IPv4 address in its IPv6 form


def own_names() -> frozenset[str]:
    """Return the names of this machine, in lower case."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, socket.getfqdn().lower(), short, f"{short}.local"})


def name_of(host: str) -> str:
    """Return the name or address in a Host header, without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


@lru_cache(1024)
def is_address(name: str) -> bool:
    """Return whether this is an IP address as a browser writes it, rather than a name."""
    try:
        return ip_address(name.removeprefix("[").removesuffix("]")).version == (6 if name.startswith("[") else 4)
    except ValueError:
        return False


def with_mapped(proxies: str) -> str:
    """Return a list of addresses and networks with the IPv6 forms of those in IPv4.

    A socket that listens on `::` sees 127.0.0.1 as ::ffff:127.0.0.1.
    """
    if not proxies.strip("* "):
        return proxies
    networks = [ip_network(part.strip()) for part in proxies.split(",")]
    mapped = [
        f"{MAPPED}{network.network_address}/{MAPPED_BITS + network.prefixlen}"
        for network in networks
        if network.version == 4
    ]
    return ",".join([*map(str, networks), *mapped])


@lru_cache(1024)
def network_of(address: str) -> str:
    """Return the key for rate limits: an IPv4 address itself, or an IPv6 address's network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> NETWORK << NETWORK))


HERE = frozenset(map(network_of, ("", "127.0.0.1", "::1")))  # or a proxy on this machine that names no client
