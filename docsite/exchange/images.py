"""Images of an imported version, in a collection of its own; equal bytes are stored once."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.core.files.images import ImageFile
from wagtail.images import get_image_model
from wagtail.models import Collection, CollectionViewRestriction

from docsite.versions.models import Version

SUFFIXES = {".avif", ".gif", ".jpg", ".jpeg", ".png", ".webp", ".svg"}
MAX_BYTES = 10 * 1024 * 1024


class ImageStore:
    """Finds or makes the image of a file, within one version's collection."""

    def __init__(self, version: Version, folder: Path, *, shared: bool = False) -> None:
        """With ``shared`` an equal image that everybody may see is used wherever it is."""
        self.folder, self.shared = folder.resolve(), shared
        name = f"{version.docset.title} {version.name}"
        root = Collection.get_first_root_node()
        self.collection = Collection.objects.child_of(root).filter(name=name).first() or root.add_child(name=name)
        self.known = dict(get_image_model().objects.filter(collection=self.collection).values_list("file_hash", "pk"))
        self.written: list[str] = []
        self.problems: dict[str, str] = {}

    def image_for(self, path: str) -> int | None:
        """The image of the file at ``path`` below the folder; None, and a problem noted, where it cannot be one."""
        file = (self.folder / path).resolve()
        if not file.is_relative_to(self.folder) or not file.is_file():
            self.problems[path] = "the image is missing"
            return None
        if file.suffix.lower() not in SUFFIXES or file.stat().st_size > MAX_BYTES:
            self.problems[path] = "not an image of a known kind, or larger than 10 MB"
            return None
        digest = hashlib.sha1(file.read_bytes(), usedforsecurity=False).hexdigest()  # Wagtail's own key of equal files
        if digest not in self.known:
            image = (self._shared(digest) if self.shared else None) or self._store(file)
            if image is None:
                self.problems[path] = "the image cannot be read"
                return None
            self.known[digest] = image
        return self.known[digest]

    def _shared(self, digest: str) -> int | None:
        images = get_image_model().objects.filter(file_hash=digest)
        for restriction in CollectionViewRestriction.objects.select_related("collection"):
            images = images.exclude(collection__path__startswith=restriction.collection.path)
        return images.order_by("pk").values_list("pk", flat=True).first()

    def _store(self, file: Path) -> int | None:
        model = get_image_model()
        with file.open("rb") as handle:
            try:
                image = model(title=file.name, file=ImageFile(handle, name=file.name), collection=self.collection)
                image.file_size = file.stat().st_size
                image._set_file_hash()
                image.save()
            except (OSError, ValueError, AttributeError):
                return None
        self.written.append(image.file.name)
        return image.pk

    def discard(self) -> None:
        """Remove the files written, after the transaction that knew them was rolled back."""
        storage = get_image_model()._meta.get_field("file").storage
        for name in self.written:
            storage.delete(name)
