"""The WSGI application that granian, or any WSGI server, serves."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
application = get_wsgi_application()

# Every view is imported before the first request comes: a process that is started anew keeps nobody waiting.
import_module(settings.ROOT_URLCONF)

# What start-up made lives as long as the process: the garbage collector need not look at it again and again. Nor need
# it look several times in one request, which leaves little in circles.
gc.collect()
gc.freeze()
gc.set_threshold(10_000)
