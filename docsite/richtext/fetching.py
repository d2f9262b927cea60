"""Fetching inventories of other documentation: bounded, and never from an address of the own network."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from django.conf import settings

from docsite.richtext.inventory import MAX_BYTES, InventoryError, read_inventory
from docsite.richtext.models import ExternalInventory

TIMEOUT = 10.0
"""Seconds that connecting, and each read, may take."""

TOTAL = 60.0
"""Seconds that one inventory may take in all."""

MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class FetchError(Exception):
    """The inventory cannot be fetched; the message is one plain sentence."""


@dataclass(frozen=True)
class Fetched:
    """What an address answered; ``data`` None: not changed since ``etag``."""

    data: bytes | None
    etag: str


def refresh(inventory: ExternalInventory, *, force: bool = False) -> bool:
    """Fetch ``inventory`` and keep it; returns whether it changed.

    What was known before stays known when anything goes wrong: raises FetchError, and the inventory says so, too.
    ``force`` asks for it whole, even where it did not change.
    """
    try:
        fetched = fetch(inventory.address, "" if force else inventory.etag)
        if fetched.data is None:
            return False
        inventory.keep(read_inventory(fetched.data), fetched.etag)
    except (FetchError, InventoryError) as error:
        inventory.error = str(error)
        inventory.save(update_fields=["error"])
        raise FetchError(str(error)) from error
    return True


def fetch(address: str, etag: str = "") -> Fetched:
    """The file at ``address``, at most MAX_BYTES of it.  Raises FetchError."""
    deadline = time.monotonic() + TOTAL
    for _hop in range(MAX_REDIRECTS + 1):
        parts = _split(address)
        connection = _connection(parts)
        try:
            headers = {"Host": parts.netloc, "User-Agent": "docsite", "Accept": "*/*", "Connection": "close"}
            if etag:
                headers["If-None-Match"] = etag
            connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=headers)
            answer = connection.getresponse()
            if answer.status in (301, 302, 303, 307, 308):
                address = urljoin(address, answer.getheader("Location") or "")
                continue
            if answer.status == 304:
                return Fetched(None, etag)
            if answer.status != 200:
                raise FetchError(f"{address} answered {answer.status} {answer.reason}.")
            return Fetched(_read(answer, address, deadline), answer.getheader("ETag") or "")
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise FetchError(f"{address} cannot be fetched: {error or type(error).__name__}.") from error
        finally:
            connection.close()
    raise FetchError(f"{address} redirects more than {MAX_REDIRECTS} times.")


def _read(answer: http.client.HTTPResponse, address: str, deadline: float) -> bytes:
    data = b""
    while chunk := answer.read(_CHUNK):
        data += chunk
        if len(data) > MAX_BYTES:
            raise FetchError(f"{address} is larger than {MAX_BYTES // 1024 // 1024} MB.")
        if time.monotonic() > deadline:
            raise FetchError(f"{address} took longer than {TOTAL:.0f} seconds.")
    return data


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise FetchError(f"{address} is no address.") from error


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    """A connection to the host, whose address was looked at: it is connected to that address, whatever the name says
    a moment later.
    """
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if parts.scheme not in ("http", "https") or not host:
        raise FetchError(f"{parts.geturl()} is no address that starts with https:// or http://.")
    port = port or (443 if parts.scheme == "https" else 80)
    place = _public_address(host, port)
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
    else:
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    connection._create_connection = lambda _address, *args: socket.create_connection((place, port), *args)  # type: ignore[attr-defined]  # the one hook http.client has
    return connection


def _is_public(place: str) -> bool:
    """Whether an IP address is one host of the public internet, and does not stand for another (6to4, NAT64)."""
    address = ipaddress.ip_address(place)
    translated = address.version == 6 and (address in _NAT64 or address.sixtofour or address.teredo)
    return address.is_global and not address.is_multicast and not translated


def _public_address(host: str, port: int) -> str:
    """An IP address of ``host``.  Raises FetchError where any of its addresses is none of the public internet."""
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise FetchError(f"There is no host called {host}.") from error
    if not settings.DOCSITE_FETCH_PRIVATE:
        private = [place for place in found if not _is_public(place.partition("%")[0])]
        if private:
            raise FetchError(f"{host} is not on the public internet ({private[0]}).")
    return min(found)
