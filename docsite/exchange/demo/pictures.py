"""The pictures of the demo, drawn when they are needed, so that the project carries none."""

from __future__ import annotations

import hashlib
import io

from django.core.files.images import ImageFile
from PIL import Image, ImageDraw
from wagtail.images import get_image_model

Boxes = dict[str, tuple[int, int]]
Lines = list[tuple[str, str]]

SIZE = (640, 240)
BOX = (110, 40)
INK, LINE, FILL = "#1c2636", "#7a8699", "#eef2f8"

PICTURES: dict[str, tuple[str, Boxes, Lines]] = {
    "tree": (
        "Tree of pages",
        {"Home": (265, 20), "Docset": (265, 100), "0.9": (65, 180), "1.0": (265, 180), "1.1": (465, 180)},
        [("Home", "Docset"), ("Docset", "0.9"), ("Docset", "1.0"), ("Docset", "1.1")],
    ),
    "states": (
        "States of a version",
        {"draft": (20, 40), "preview": (185, 40), "current": (350, 40), "supported": (350, 160), "eol": (515, 160)},
        [("draft", "preview"), ("preview", "current"), ("current", "supported"), ("supported", "eol")],
    ),
}


class PictureStore:
    """Finds or makes the demo's pictures; equal bytes are stored once."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._written: list[str] = []

    def image_for(self, name: str) -> int:
        """The primary key of the picture called ``name``; KeyError for one that PICTURES does not have."""
        if name not in self._known:
            self._known[name] = self._find_or_store(name)
        return self._known[name]

    def _find_or_store(self, name: str) -> int:
        title, boxes, lines = PICTURES[name]
        data = draw(boxes, lines)
        model = get_image_model()
        digest = hashlib.sha1(data, usedforsecurity=False).hexdigest()  # Wagtail's own key of equal files
        found = model.objects.filter(file_hash=digest).order_by("pk").first()
        # By title as well: another release of Pillow may draw other bytes.
        found = found or model.objects.filter(title=title, file__contains=f"docsite-demo-{name}").first()
        if found is not None:
            return found.pk
        image = model(title=title, file=ImageFile(io.BytesIO(data), name=f"docsite-demo-{name}.png"))
        image.file_size = len(data)
        image._set_file_hash()
        image.save()
        self._written.append(image.file.name)
        return image.pk

    def discard(self) -> None:
        """Remove the files written, after the transaction that knew them was rolled back."""
        storage = get_image_model()._meta.get_field("file").storage
        for name in self._written:
            storage.delete(name)


def draw(boxes: Boxes, lines: Lines) -> bytes:
    """A PNG of named boxes at their places, joined by lines."""
    image = Image.new("RGB", SIZE, "white")
    canvas = ImageDraw.Draw(image)
    centres = {name: (x + BOX[0] // 2, y + BOX[1] // 2) for name, (x, y) in boxes.items()}
    for start, end in lines:
        canvas.line([centres[start], centres[end]], fill=LINE, width=2)
    for name, (x, y) in boxes.items():
        canvas.rounded_rectangle((x, y, x + BOX[0], y + BOX[1]), 6, fill=FILL, outline=LINE, width=2)
        canvas.text(centres[name], name, fill=INK, anchor="mm", font_size=16)
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()
