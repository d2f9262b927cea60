"""Films: players get the part they ask for, and nobody gets a part of what is closed."""

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from wagtail.documents import get_document_model
from wagtail.models import Collection, CollectionViewRestriction

from docsite.reader import ranges
from docsite.reader.ranges import asked_range

DATA = bytes(range(100))


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-", (0, 99)),
        ("bytes=0-1", (0, 1)),
        ("bytes=90-200", (90, 99)),
        ("bytes=-10", (90, 99)),
        ("bytes=-500", (0, 99)),
        ("bytes=5-2", None),
        ("bytes=0-1,4-5", None),
        ("items=0-1", None),
        ("bytes=-", None),
        ("", None),
    ],
)
def test_asked_range(header: str, expected: tuple[int, int] | None) -> None:
    assert asked_range(header, 100) == expected


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=200-300", "bytes=-0"])
def test_what_the_file_does_not_have(header: str) -> None:
    with pytest.raises(ValueError, match="outside"):
        asked_range(header, 100)


@pytest.fixture
def document(db: None, settings, tmp_path):
    settings.MEDIA_ROOT = str(tmp_path)
    return get_document_model().objects.create(title="Film", file=ContentFile(DATA, name="film.webm"))


def test_a_document_in_parts(client: Client, document, monkeypatch: pytest.MonkeyPatch) -> None:
    response = client.get(document.url, headers={"Range": "bytes=10-19"})
    assert (response.status_code, response.content) == (206, DATA[10:20])
    assert response["Content-Range"] == "bytes 10-19/100"
    assert response["Content-Type"] == "video/webm"
    assert "sandbox" in response["Content-Security-Policy"]
    assert client.get(document.url, headers={"Range": "bytes=200-"}).status_code == 416
    whole = client.get(document.url)
    assert (whole.status_code, b"".join(whole.streaming_content)) == (200, DATA)
    monkeypatch.setattr(ranges, "LONGEST_PART", 40)
    assert client.get(document.url, headers={"Range": "bytes=0-"})["Content-Range"] == "bytes 0-39/100"


def test_closed_documents_stay_closed(client: Client, document) -> None:
    CollectionViewRestriction.objects.create(
        collection=Collection.get_first_root_node(),
        restriction_type=CollectionViewRestriction.PASSWORD,
        password="secret",
    )
    response = client.get(document.url, headers={"Range": "bytes=0-1"})
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
