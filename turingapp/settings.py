"""All settings, each read from the environment through a typed helper; the defaults work with nothing installed."""

from pathlib import Path
from typing import Any

import dj_database_url

from turingapp.env import BadSetting, env_bool, env_days, env_int, env_list, env_secret, env_str, load_env_file
from turingapp.watching.reporting import start_reporting

BASE_DIR = Path(__file__).resolve().parent.parent
load_env_file(BASE_DIR / ".env")
VAR_DIR = Path(env_str("VAR_DIR", str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env_bool("DEBUG", False)
BEHIND_TLS = env_bool("BEHIND_TLS", False)
if DEBUG and BEHIND_TLS:
    raise BadSetting("DEBUG and BEHIND_TLS are both on; a public server must not run with DEBUG.")
SECRET_KEY = env_secret("SECRET_KEY", strong=BEHIND_TLS)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
FORCE_SCRIPT_NAME = env_str("FORCE_SCRIPT_NAME") or None

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # urls.py looks for tables: workers and commands load none
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "turingapp",
    "turingapp.members",
    "turingapp.workplace",
    "turingapp.api",
    "agents",
    "judging",
    "analysis",
]

MIDDLEWARE = [
    "turingapp.watching.middleware.Watched",
    "django.middleware.security.SecurityMiddleware",
    "turingapp.middleware.PageRules",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "turingapp.middleware.Languages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "turingapp.middleware.Answers",
    "allauth.account.middleware.AccountMiddleware",
    "turingapp.members.middleware.Noting",
]

MESSAGE_STORAGE = "turingapp.members.middleware.RememberingStorage"
ROOT_URLCONF = "turingapp.urls"
WSGI_APPLICATION = "turingapp.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *env_list("EXTRA_TEMPLATE_DIRS")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# Of libpq: a host that does not answer, or answers no more, is away after seconds, not minutes (see interrupted.py).
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


def describe_database() -> dict[str, Any]:
    """The DATABASES entry: PostgreSQL from DATABASE_URL, else an SQLite file that bears several processes."""
    url = env_str("DATABASE_URL")
    if url:
        told: dict[str, Any] = {**dj_database_url.parse(url, conn_max_age=env_int("CONN_MAX_AGE", 60))}
        if told["ENGINE"].endswith(".postgresql"):
            options = {**PATIENCE, **told.get("OPTIONS", {})}
            told |= {"ENGINE": "turingapp.postgresql", "OPTIONS": options}
        return {**told, "CONN_HEALTH_CHECKS": True}
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR_DIR / "turing.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
        },
    }


DATABASES = {"default": describe_database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "turingapp.members.adapters.AccountAdapter"
ACCOUNT_FORMS = {"login": "turingapp.members.forms.LogInForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
# Counted for all web processes together, in the cache below; a wrong code of a second factor counts like a password.
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/5m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_TLS else 0
MFA_ADAPTER = "turingapp.members.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Turing tests"

# Logging in through another house that knows who people are, by OpenID Connect; off without an issuer.
OIDC_ISSUER = env_str("OIDC_ISSUER").rstrip("/")
OIDC_NAME = env_str("OIDC_NAME", "your institution")
OIDC_CLIENT_ID = env_str("OIDC_CLIENT_ID")
OIDC_CLIENT_SECRET = env_str("OIDC_CLIENT_SECRET")
SOCIALACCOUNT_ADAPTER = "turingapp.members.adapters.OutsideAdapter"
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": OIDC_NAME,
                "client_id": OIDC_CLIENT_ID,
                "secret": OIDC_CLIENT_SECRET,
                "settings": {"server_url": OIDC_ISSUER},
            }
        ]
        if OIDC_ISSUER
        else [],
    }
}
LOGIN_URL = "workplace:login"
LOGIN_REDIRECT_URL = "workplace:studies"
LOGOUT_REDIRECT_URL = "start"

# What participants read is in the language of their study, which is one of these (docs/languages.md).
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
# Ours before those of the packages, whose words for the same text may be others.
LOCALE_PATHS = [BASE_DIR / room / "locale" for room in ("turingapp", "agents", "judging", "analysis")]
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # chosen by whoever works here; visits have no cookie
TIME_ZONE = "UTC"
USE_TZ = True

# Written out: under WSGI Django would settle a relative one before it knows the prefix.
STATIC_URL = f"{FORCE_SCRIPT_NAME or ''}/static/"
STATIC_ROOT = Path(env_str("STATIC_ROOT", str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = env_bool("STATIC_FROM_SOURCE", True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
MEDIA_ROOT = Path(env_str("MEDIA_ROOT", str(VAR_DIR / "media")))
# Where it is set, pictures lie in this bucket, of S3 or of what speaks like it (see agents/media_store.py).
MEDIA_BUCKET = env_str("MEDIA_BUCKET")
MEDIA_ENDPOINT = env_str("MEDIA_ENDPOINT").rstrip("/")
MEDIA_REGION = env_str("MEDIA_REGION")
MEDIA_ACCESS_KEY_ID = env_str("MEDIA_ACCESS_KEY_ID")
MEDIA_SECRET_ACCESS_KEY = env_str("MEDIA_SECRET_ACCESS_KEY")
# An address of a picture holds for one to two times as long (see agents/media_links.py).
MEDIA_LINK_MINUTES = env_int("MEDIA_LINK_MINUTES", 60, least=1)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 0, least=0)
# Of `check --deploy`: PageRules says who may frame a page; the proxy sends people to https; whether other names of the
# domain insist on TLS, too, is for its owner to say.
SILENCED_SYSTEM_CHECKS = ["security.W002", "security.W005", "security.W008", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
DATA_UPLOAD_MAX_NUMBER_FILES = 600  # pictures of a load may come one by one (workplace/uploads.py)

# Sites that may show the participants' pages in a frame; the workplace is never framed.
FRAME_ANCESTORS = env_list("FRAME_ANCESTORS", "'self' https://*.mturk.com https://*.mturkcontent.com")

# Third parties add plug-ins by dotted path: EXTRA_TASKS="their_package.tasks.Smell".
EXTRA_PLUGINS = {
    "task": env_list("EXTRA_TASKS"),
    "AI agent": env_list("EXTRA_AI_AGENTS"),
    "format": env_list("EXTRA_FORMATS"),
    "judgement format": env_list("EXTRA_JUDGEMENT_FORMATS"),
    "report": env_list("EXTRA_REPORTS"),
    "figure": env_list("EXTRA_FIGURES"),
    "AI judge": env_list("EXTRA_AI_JUDGES"),
    "embedder": env_list("EXTRA_EMBEDDERS"),
    "recruiter": env_list("EXTRA_RECRUITERS"),
}

# The key by which people are recognized across platforms without their ids being kept (see agents/people.py).
PERSON_KEY_SECRET = env_secret("PERSON_KEY_SECRET", strong=BEHIND_TLS)
# The keys that seal platforms' ids of people, newest first (see judging/sealing.py).
IDENTITY_KEYS = env_list("IDENTITY_KEYS")

# So many days after a study has ended, kinds of data are erased; "never" where a study does not say otherwise.
RETAIN_DAYS = {
    "identities": env_days("RETAIN_IDENTITIES_DAYS"),
    "demographics": env_days("RETAIN_DEMOGRAPHICS_DAYS"),
    "conversations": env_days("RETAIN_CONVERSATIONS_DAYS"),
    "signs": env_days("RETAIN_SIGNS_DAYS"),
}

# Crowd platforms and money; amounts are in cents or pence. Secrets come from the environment only.
PUBLIC_URL = env_str("PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")
AWS_ACCESS_KEY_ID = env_str("AWS_ACCESS_KEY_ID")
AWS_SECRET_ACCESS_KEY = env_str("AWS_SECRET_ACCESS_KEY")
MTURK_NOTIFICATION_TOPIC = env_str("MTURK_NOTIFICATION_TOPIC")
MTURK_LOCAL_URL = env_str("MTURK_LOCAL_URL", "http://127.0.0.1:8901")
PROLIFIC_TOKEN = env_str("PROLIFIC_TOKEN")
PROLIFIC_HOOK_SECRET = env_str("PROLIFIC_HOOK_SECRET")
PROLIFIC_FEE_PERCENT = env_int("PROLIFIC_FEE_PERCENT", 43, least=0)
PROLIFIC_LOCAL_URL = env_str("PROLIFIC_LOCAL_URL", "http://127.0.0.1:8902")
PAY_FLOOR_PER_HOUR = env_int("PAY_FLOOR_PER_HOUR", 600, least=0)
PAY_CEILING_PER_HOUR = env_int("PAY_CEILING_PER_HOUR", 6_000, least=1)
CAP_PER_PERSON = env_int("CAP_PER_PERSON", 2_000, least=0)
CAP_PER_STUDY = env_int("CAP_PER_STUDY", 100_000, least=0)
PLATFORM_REQUESTS_PER_MINUTE = env_int("PLATFORM_REQUESTS_PER_MINUTE", 60, least=2)

# The hosts that AI agents may ask, and keys be sent to; experimenters enter addresses, this list says which may be.
SERVICE_HOSTS = env_list(
    "SERVICE_HOSTS",
    "localhost 127.0.0.1 [::1] api.openai.com vision.googleapis.com *.cognitiveservices.azure.com *.openai.azure.com",
)

# An endpoint that speaks the OpenAI wire format, for embeddings and for judges that are language models.
MODEL_URL = env_str("MODEL_URL").rstrip("/")
MODEL_KEY = env_str("MODEL_KEY")
MODEL_NAME = env_str("MODEL_NAME")

# Mail and webhooks of alerts; without a mail server none is sent, without a secret no webhook is called.
EMAIL_HOST = env_str("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587, least=1)
EMAIL_HOST_USER = env_str("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env_str("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_str("DEFAULT_FROM_EMAIL", "turing-tests@localhost")
ALERT_HOOK_SECRET = env_str("ALERT_HOOK_SECRET")
ALERT_HOOKS_TO_PRIVATE = env_bool("ALERT_HOOKS_TO_PRIVATE", False)

# From so many judgements on the worker measures a study's results; below, whoever looks at them.
LARGE_STUDY_JUDGEMENTS = env_int("LARGE_STUDY_JUDGEMENTS", 20_000, least=1)

REDIS_URL = env_str("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 5, "socket_timeout": 5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cached"}
}
BROKER_DIR = VAR_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://"
CELERY_BROKER_TRANSPORT = None if REDIS_URL else "turingapp.file_queue:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"visibility_timeout": 3600, "socket_connect_timeout": 5}
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
    }
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
# Each message asks for all that is due, so one that nobody took before the next is out of date: what piles up while no
# worker runs must not be worked off at once, many times over the budget of requests.
CELERY_BEAT_SCHEDULE = {
    name: {"task": job, "schedule": seconds, "options": {"expires": seconds}}
    for name, job, seconds in (
        ("release lapsed places", "judging.jobs.release_lapsed_places", 60.0),
        ("carry out what is due", "judging.jobs.carry_out_due", 15.0),
        ("answer in conversations", "agents.jobs.answer_turns", 2.0),
        ("end what nobody looks at", "agents.jobs.settle_rooms", 10.0),
        ("go on with evaluations", "analysis.jobs.continue_evaluations", 60.0),
        ("go on with runs of AI agents", "agents.jobs.carry_on_runs", 5.0),
        ("write data packages", "analysis.jobs.write_packages", 5.0),
        ("renew results", "analysis.jobs.renew_results", 30.0),
        ("ask the platforms", "judging.jobs.ask_platforms", 60.0),
        ("go on with decisions", "judging.jobs.carry_on_decisions", 5.0),
        ("reconcile what was asked for", "judging.jobs.reconcile_asked", 10.0),
        ("note who took part", "judging.jobs.list_takers", 60.0),
        ("offer what nobody decided on", "judging.jobs.offer_undecided", 3600.0),
        ("look for alerts", "judging.jobs.look_for_alerts", 60.0),
        ("leave a sign for conversations", "judging.jobs.leave_sign", 15.0),
        ("send alerts", "judging.jobs.send_alerts", 15.0),
        ("count visits for the monitor", "judging.jobs.count_visits", 15.0),
        ("forget who was erased", "judging.jobs.forget_erased", 900.0),
        ("erase what is kept no longer", "judging.jobs.erase_in_time", 900.0),
        ("note deeds without an end", "turingapp.members.jobs.note_unended", 900.0),
        ("empty answers that were taken back", "judging.jobs.empty_taken_back", 60.0),
    )
}
if not REDIS_URL:
    for folder in ("queue", "control"):
        (BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "turingapp.api.authenticating.TokenLogin",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_SCHEMA_CLASS": "turingapp.api.describing.Described",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["turingapp.api.parsing.BoundedJson"],
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "turingapp.api.problems.answer_problem",
}
API_READS_PER_MINUTE = env_int("API_READS_PER_MINUTE", 300, least=1)
API_WRITES_PER_MINUTE = env_int("API_WRITES_PER_MINUTE", 60, least=1)
SPECTACULAR_SETTINGS = {
    "TITLE": "Turing tests",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "StudyState": "judging.models.Study.State",
        "EvaluationState": "analysis.models.EvaluationRun.State",
        "PackageState": "analysis.models.StudyPackage.State",
        "Provenance": "agents.models.Provenance",
    },
}

# What is watched from outside (docs/watching.md).
LOG_REQUESTS = env_bool("LOG_REQUESTS", False)
METRICS_TOKEN = env_str("METRICS_TOKEN")
PROMETHEUS_MULTIPROC_DIR = env_str("PROMETHEUS_MULTIPROC_DIR")
if PROMETHEUS_MULTIPROC_DIR:
    Path(PROMETHEUS_MULTIPROC_DIR).mkdir(parents=True, exist_ok=True)
LOG_FORMAT = env_str("LOG_FORMAT", "line")
if LOG_FORMAT not in ("line", "json"):
    raise BadSetting(f"LOG_FORMAT is {LOG_FORMAT!r}; it should be line or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"mask": {"()": "turingapp.logs.MaskTokens"}},
    "formatters": {
        "line": {"()": "turingapp.logs.Line", "format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "turingapp.logs.JsonLine"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["mask"], "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": env_str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": ["console"], "level": env_str("LOG_LEVEL", "INFO"), "propagate": False},
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "httpx": {"level": "WARNING"},
    },
}

SENTRY_DSN = env_str("SENTRY_DSN")
if SENTRY_DSN:
    start_reporting(SENTRY_DSN, release=env_str("RELEASE"))
