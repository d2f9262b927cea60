"""How Wagtail's own views answer readers."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from wagtail import hooks

from docsite.reader.ranges import partial_response


# After Wagtail's own check of who may have the document.
@hooks.register("before_serve_document", order=100)
def serve_part_of_document(document: Any, request: HttpRequest) -> HttpResponse | None:
    """A part of a film or a file, which Wagtail's view cannot give; some browsers play nothing without."""
    response = partial_response(request, document.file, document.content_type)
    if response is not None:
        response.headers["Content-Disposition"] = "attachment"
    return response
