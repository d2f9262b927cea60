"""Every address on one screen; the catch-all for pages last."""

from django.conf import settings
from django.urls import include, path, re_path
from wagtail.admin import urls as admin_urls
from wagtail.documents import urls as document_urls
from wagtail.views import authenticate_with_password

from docsite.api.api import api
from docsite.reader import index, markdown
from docsite.reader import views as reader
from docsite.search import views as search

handler404 = "docsite.reader.views.not_found"

SEGMENTS = r"^(?P<path>(?:[^/]+/)*)"

urlpatterns = [
    path("admin/", include(admin_urls)),
    path("api/v3/", api.urls),
    path("documents/", include(document_urls)),
    path("healthz", reader.healthz, name="healthz"),
    path("editor-links/<uuid:lineage>/", reader.editor_links, name="editor_links"),
    path(
        "_util/authenticate_with_password/<int:page_view_restriction_id>/<int:page_id>/",
        authenticate_with_password,
        name="wagtailcore_authenticate_with_password",
    ),
    re_path(rf"^{settings.MEDIA_URL.strip('/')}/(?P<path>.+)$", reader.media, name="media"),
    re_path(r"^(?P<docset>[^/]+)/versions/$", reader.versions, name="versions"),
    re_path(r"^(?P<docset>[^/]+)/(?P<segment>[^/]+)/search/$", search.search, name="search"),
    re_path(r"^(?P<docset>[^/]+)/(?P<segment>[^/]+)/genindex/$", index.genindex, name="genindex"),
    re_path(r"^(?P<docset>[^/]+)/(?P<segment>[^/]+)/objects\.inv$", index.objects_inv, name="objects_inv"),
    re_path(
        r"^(?P<docset>[^/]+)/(?P<segment>[^/]+)/_sources/(?P<document>.+?)(?:\.(?:rst|md|ipynb))?\.txt$",
        markdown.sources,
        name="sources",
    ),
    re_path(r"^(?P<path>.+)\.md$", markdown.markdown_page, name="markdown_page"),
    re_path(
        r"^(?P<docset>[^/]+)/(?P<segment>[^/]+)/(?P<document>.+)\.html?$", reader.sphinx_address, name="sphinx_address"
    ),
    # Wagtail's own pattern admits no dots; the name is Wagtail's, so that page.url works everywhere.
    re_path(SEGMENTS + "$", reader.page, name="wagtail_serve"),
]
