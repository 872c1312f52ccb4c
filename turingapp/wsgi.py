"""The WSGI application that granian, or any WSGI server, serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
application = get_wsgi_application()
