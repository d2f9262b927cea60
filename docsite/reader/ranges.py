"""Parts of files: what players ask for when somebody jumps to another place of a film (RFC 9110, section 14)."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")
LONGEST_PART = 4 * 1024 * 1024


def asked_range(header: str, size: int) -> tuple[int, int] | None:
    """First and last byte that a Range header asks for of a file of ``size`` bytes.

    None where it asks for several parts or in another unit, which a server may answer with the whole file.  Raises
    ValueError for a part that the file does not have.
    """
    match = _RANGE.fullmatch(header.strip())
    if match is None or not (match[1] or match[2]):
        return None
    if match[1]:
        first, last = int(match[1]), min(int(match[2]) if match[2] else size, size - 1)
        if match[2] and int(match[2]) < first:
            return None
    else:
        first, last = max(size - int(match[2]), 0), size - 1
    if first > last:
        raise ValueError("outside of the file")
    return first, last


def partial_response(request: HttpRequest, file: Any, content_type: str) -> HttpResponse | None:
    """The part of ``file`` (a Django File) that ``request`` asks for; None where it asks for all of it.

    Of a long part the beginning: players ask on from there.
    """
    header = request.headers.get("Range", "")
    if not header or request.headers.get("If-Range"):
        return None
    size = file.size
    try:
        wanted = asked_range(header, size)
    except ValueError:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    if wanted is None:
        return None
    first = wanted[0]
    with file.open("rb") as opened:
        opened.seek(first)
        content = opened.read(min(wanted[1] - first + 1, LONGEST_PART))
    last = first + len(content) - 1
    headers = {"Content-Range": f"bytes {first}-{last}/{size}", "Accept-Ranges": "bytes"}
    return HttpResponse(content, status=206, content_type=content_type, headers=headers)
