"""Pages that belong to no version: the home page, a FAQ, and a page about the site."""

from docsite.exchange.demo.outline import Page, Question, Questions
from docsite.exchange.demo.writing import code, h, p, ul

HOME = [p("Read about this product, or see what it can do.")]

FAQ = Questions(
    "faq",
    "About this site",
    [p("Questions that do not depend on a version.")],
    [
        Question(
            "is-this-real",
            "",
            "Is this the real documentation?",
            [
                p(
                    "Yes, in small: it documents the product that shows it. The versions are made up, to have some to change between."
                )
            ],
        ),
        Question(
            "where-to-start",
            "",
            "Where do I start?",
            [p("With [your first page](start/first-page).")],
        ),
        Question(
            "remove-the-demo",
            "",
            "How do I remove the demo?",
            [
                p(
                    "Delete the home page of each version in the admin, and then the docset. Or start over with an empty "
                    "folder:"
                ),
                code("\n$ rm -r var\n$ make serve\n", "console"),
            ],
        ),
    ],
)

ABOUT = Page(
    "about",
    "About",
    [
        p("This site runs on Docsite: Django, Wagtail, and the pages you are reading."),
        h("What it is made with"),
        ul(
            "[Django](https://www.djangoproject.com/) and [Wagtail](https://wagtail.org/): the site and its admin",
            "[Pygments](https://pygments.org/): the colours of code",
            "[WhiteNoise](https://whitenoise.readthedocs.io/) and [gunicorn](https://gunicorn.org/): serving",
        ),
        h("Questions"),
        p("There are answers [about this site](site:faq) and [about the product](faq)."),
    ],
    summary="What this site is and what it is made with.",
)
