"""The film and the file of the demo, made when they are needed, so that the project carries none."""

from __future__ import annotations

import io
import struct

from django.core.files.base import ContentFile
from PIL import Image, ImageDraw
from wagtail.documents import get_document_model

SIZE = (640, 360)
FRAMES, PER_SECOND = 48, 12
INK, FILL, ACCENT, GROUND = "#1c2636", "#eef2f8", "#2a52be", "#ffffff"


class FileStore:
    """Finds or makes the documents of the demo."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._written: list[str] = []

    def document_for(self, name: str) -> int:
        """The primary key of the document called ``name``; KeyError for one that FILES does not have."""
        if name not in self._known:
            title, make = FILES[name]
            model = get_document_model()
            found = model.objects.filter(title=title, file__contains=f"docsite-demo-{name.split('.')[0]}").first()
            if found is None:
                found = model(title=title, file=ContentFile(make(), name=f"docsite-demo-{name}"))
                found.save()
                self._written.append(found.file.name)
            self._known[name] = found.pk
        return self._known[name]

    def discard(self) -> None:
        """Remove the files written, after the transaction that knew them was rolled back."""
        storage = get_document_model()._meta.get_field("file").storage
        for name in self._written:
            storage.delete(name)


def _states() -> bytes:
    return b"state,readers,listed\ndraft,editors,no\npreview,everybody,yes\ncurrent,everybody,yes\n"


def _film() -> bytes:
    """A film of four seconds: the states of a version, one after the other."""
    return webm([_frame(number) for number in range(FRAMES)], SIZE, 1000 // PER_SECOND)


def _frame(number: int) -> bytes:
    image = Image.new("RGB", SIZE, GROUND)
    canvas = ImageDraw.Draw(image)
    reached = number * 4 // FRAMES
    for place, state in enumerate(("draft", "preview", "current", "supported")):
        left = 30 + place * 150
        colours = (ACCENT, GROUND) if place == reached else (FILL, INK)
        canvas.rounded_rectangle((left, 150, left + 130, 210), 8, fill=colours[0])
        canvas.text((left + 65, 180), state, fill=colours[1], anchor="mm", font_size=20)
    canvas.rectangle((0, 352, SIZE[0] * (number + 1) // FRAMES, 360), fill=ACCENT)
    data = io.BytesIO()
    image.save(data, "WEBP", quality=70)
    return data.getvalue()


FILES = {"states.csv": ("States of a version", _states), "states.webm": ("Life of a version", _film)}


# ---------------------------------------------------------------- WebM
def webm(frames: list[bytes], size: tuple[int, int], milliseconds: int) -> bytes:
    """A WebM film of pictures in (lossy) WebP, each shown for ``milliseconds``.

    A WebP picture is a key frame of VP8 in a RIFF file, so nothing has to be encoded again.  Format:
    https://www.webmproject.org/docs/container/ (EBML elements: identifier, size, content).
    """
    blocks = b"".join(
        _element("A3", b"\x81" + struct.pack(">h", number * milliseconds) + b"\x80" + _key_frame(frame))
        for number, frame in enumerate(frames)
    )
    video = _element("E0", _number("B0", size[0]) + _number("BA", size[1]))
    track = _number("D7", 1) + _number("73C5", 1) + _number("83", 1) + _element("86", b"V_VP8") + video
    length = _element("4489", struct.pack(">d", float(len(frames) * milliseconds)))
    info = _number("2AD7B1", 1_000_000) + length + _element("4D80", b"docsite") + _element("5741", b"docsite")
    head = _number("4286", 1) + _number("42F7", 1) + _number("42F2", 4) + _number("42F3", 8)
    head += _element("4282", b"webm") + _number("4287", 2) + _number("4285", 2)
    segment = _element("1549A966", info) + _element("1654AE6B", _element("AE", track))
    segment += _element("1F43B675", _number("E7", 0) + blocks)
    return _element("1A45DFA3", head) + _element("18538067", segment)


def _key_frame(webp: bytes) -> bytes:
    start = webp.index(b"VP8 ") + 8
    (length,) = struct.unpack_from("<I", webp, start - 4)
    return webp[start : start + length]


def _element(identifier: str, content: bytes) -> bytes:
    # Eight bytes of size, the first of which says that there are eight.
    return bytes.fromhex(identifier) + struct.pack(">Q", len(content) | 1 << 56) + content


def _number(identifier: str, value: int) -> bytes:
    return _element(identifier, struct.pack(">I", value))
