"""The accounts at recruiters: what each needs from the environment, and whether its platform answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter
from turingapp.errors import InvalidOffer, Problem, ServiceError, TemporaryServiceError

LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret by its name in the environment; its value is shown nowhere."""

    name: str
    meaning: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class Account:
    """One environment of a recruiter."""

    recruiter: Recruiter
    environment: str
    secrets: tuple[Secret, ...]

    @property
    def is_ready(self) -> bool:
        """Whether every secret that is needed is set."""
        return all(secret.is_set for secret in self.secrets)

    @property
    def start_command(self) -> str:
        """What starts the platform on this machine; empty where there is none to start."""
        has_platform = self.environment == LOCAL and self.recruiter.calls_platform
        return f"manage.py fake_platform {self.recruiter.slug}" if has_platform else ""

    @property
    def closed(self) -> str:
        """Why no account can be used any more; empty where accounts can, and for the platform on this machine."""
        return "" if self.environment == LOCAL else self.recruiter.closed


@dataclass(frozen=True, slots=True)
class Connection:
    """What came of a test of the connection, as a sentence."""

    is_well: bool
    sentence: str


def list_accounts() -> Iterator[Account]:
    """Every environment of every recruiter."""
    for recruiter in RECRUITERS:
        for environment in recruiter.environments:
            yield describe_account(recruiter, environment)


def describe_account(recruiter: Recruiter, environment: str) -> Account:
    """One environment with the secrets that it needs: none for a platform on this machine."""
    unset = recruiter.list_unset()
    needed = {} if environment == LOCAL else recruiter.secrets
    return Account(
        recruiter, environment, tuple(Secret(name, text, name not in unset) for name, text in needed.items())
    )


def find_account(slug: str, environment: str) -> Account:
    """The account of that name. Raises UnknownPlugin, and InvalidOffer for an environment that there is not."""
    recruiter = RECRUITERS[slug]
    if environment not in recruiter.environments:
        known = ", ".join(recruiter.environments)
        raise InvalidOffer(
            [
                Problem(
                    "environment",
                    repr(environment),
                    _("%(recruiter)s has %(names)s") % {"recruiter": recruiter.title, "names": known},
                )
            ]
        )
    return describe_account(recruiter, environment)


def ask_account(account: Account) -> Connection:
    """Ask the platform, over the network, whether it knows us; not to be called inside a transaction."""
    unset = [secret.name for secret in account.secrets if not secret.is_set]
    if account.closed and unset:
        return Connection(
            False, _("%(closed)s Use Prolific, a panel or links instead.") % {"closed": _(account.closed)}
        )
    if unset:
        return Connection(
            False, _("Not asked: %(names)s must be set in the environment first.") % {"names": ", ".join(unset)}
        )
    try:
        return Connection(True, account.recruiter.test_connection(account.environment))
    except TemporaryServiceError as error:
        if not account.start_command:
            return Connection(False, str(error))
        advice = _("Is it running? Start it with %(command)s.") % {"command": account.start_command}
        return Connection(False, f"{error} {advice}")
    except ServiceError as error:
        return Connection(False, str(error))
