"""The raw limit: a new Django project's middleware, one row read and one inserted, answered by the same server."""

from django.core.wsgi import get_wsgi_application

get_wsgi_application()  # sets Django up, before models and views can be imported

from bench.answering import make_bare_application  # noqa: E402

application = make_bare_application()
