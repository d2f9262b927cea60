"""Links between pages stay on the host they are read from."""

import pytest
from django.test import Client
from wagtail.models import Site

from docsite.pages.models import HomePage
from tests.factories import doc_link, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def test_rt_04_links_stay_on_the_host(client: Client, settings: object) -> None:
    """RT-04: a second site, an address without name, and no request at all."""
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]  # pytest-django's settings
    version = make_version("1.10")
    target = make_page(version, "a")
    page = make_page(version, "b", body=[paragraph(f"<p>{doc_link(target, 'words', 'x')}</p>")])
    top = root_of(version).get_root()
    other = top.add_child(instance=HomePage(title="Preview", slug="preview", live=True))
    Site.objects.filter(is_default_site=True).update(hostname="docs.example.test")
    Site.objects.create(hostname="preview.example.test", root_page=other)
    for host in ("docs.example.test", "10.1.2.3"):
        html = client.get("/docs/1.10/b/", headers={"Host": host}).content.decode()
        assert '<a href="/docs/1.10/a/#x">words</a>' in html
        assert "preview.example.test" not in html
    assert client.get("/docs/1.10/b/", headers={"Host": "preview.example.test"}).status_code == 404
    assert page.url == "/docs/1.10/b/" or page.url.startswith("http://docs.example.test/docs/1.10/b/")
