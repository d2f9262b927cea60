"""Headers and the one cookie that says "an editor sits here" to our own script."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SITE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
# Wagtail's admin needs inline styles, inline event handlers of its own widgets and avatars from elsewhere.
ADMIN_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob: https:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'; frame-src 'self'"
)
# Uploaded files never run anything, whatever they hold.
MEDIA_POLICY = "default-src 'none'; sandbox"

GetResponse = Callable[[HttpRequest], HttpResponse]

EDITOR_COOKIE = "docsite_editor"


class ContentSecurityPolicyMiddleware:
    """Sets Content-Security-Policy and Permissions-Policy on every response."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and add the headers."""
        response = self.get_response(request)
        if request.path.startswith("/admin/"):
            policy = ADMIN_POLICY
        elif request.path.startswith(("/media/", "/documents/")):
            policy = MEDIA_POLICY
        else:
            policy = SITE_POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        return response


class EditorHintMiddleware:
    """Tells the site's script that a signed-in editor is reading, without touching cacheable pages.

    The cookie holds no secret: it only makes the script ask for edit links, and the answer is checked.  It is set and
    removed on admin
    pages only, so that anonymous readers never get a cookie.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; on admin pages keep the cookie in step with who is signed in."""
        response = self.get_response(request)
        if request.path.startswith("/admin/"):
            signed_in = request.user.is_authenticated and request.user.has_perm("wagtailadmin.access_admin")
            if signed_in and EDITOR_COOKIE not in request.COOKIES:
                response.set_cookie(EDITOR_COOKIE, "1", max_age=1_209_600, samesite="Lax", secure=request.is_secure())
            elif not signed_in and EDITOR_COOKIE in request.COOKIES:
                response.delete_cookie(EDITOR_COOKIE, samesite="Lax")
        return response
