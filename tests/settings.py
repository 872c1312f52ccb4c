"""The settings of test runs: those of the project, with servers from TEST_DATABASE_URL and TEST_REDIS_URL only."""

import os
from tempfile import TemporaryDirectory

# Each test process has its own folder, gone at its end; what the developer's .env says must not reach the tests.
FOLDER = TemporaryDirectory(prefix="turing-tests-", ignore_cleanup_errors=True)
os.environ.update(
    SECRET_KEY="only-for-tests",
    PERSON_KEY_SECRET="only-for-tests-too",
    DATABASE_URL=os.environ.get("TEST_DATABASE_URL", ""),
    REDIS_URL=os.environ.get("TEST_REDIS_URL", ""),
    VAR_DIR=FOLDER.name,
    LOG_LEVEL="WARNING",
)

from turingapp.settings import *  # noqa: E402, F403
from turingapp.settings import DATABASES, VAR_DIR  # noqa: E402

# Static files are looked for when they are asked for: each client would list all of them before its first page.
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not os.environ["DATABASE_URL"]:
    # A file, as in real life: Django's own choice, a database in memory, knows no second connection.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
