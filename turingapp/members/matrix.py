"""The permission matrix: every deed that a page, a download or the API may need, and the roles that allow it.

Each deed has a scope. STUDY asks for the role in the study of the address, COLLECTION for the role in each study of the
collection, LAB for the role in the lab, ANY for any role at all, NOBODY for none. Admins may do everything; what no
role allows is for them alone.
"""

from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from turingapp.members.roles import LAB_ROLES, Role

OWNER, EXPERIMENTER, REVIEWER, ANALYST = Role.OWNER, Role.EXPERIMENTER, Role.REVIEWER, Role.ANALYST
EVERYBODY = frozenset(Role)
WRITERS = frozenset({OWNER, EXPERIMENTER})
REVIEWERS = frozenset({OWNER, EXPERIMENTER, REVIEWER})
READERS = frozenset({OWNER, EXPERIMENTER, ANALYST})
LAB_WRITERS = frozenset({EXPERIMENTER})
ADMINS: frozenset[Role] = frozenset()


class Scope(TextChoices):
    """Which role counts."""

    STUDY = "study", _("in the study")
    COLLECTION = "collection", _("in each of its studies")
    LAB = "lab", _("in the lab")
    ANY = "any", _("anywhere")
    NOBODY = "nobody", _("nowhere")


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a page does or shows; one that reveals is asked for by a form, and written down before."""

    slug: str
    says: Promise
    scope: Scope
    roles: frozenset[Role]
    reveals: bool = False


LOG_IN = Deed("log-in", _("log in and out"), Scope.NOBODY, EVERYBODY)
KEEP_ACCOUNT = Deed("keep-account", _("change one's own password and second factor"), Scope.NOBODY, EVERYBODY)
KEEP_TOKENS = Deed("keep-tokens", _("make and revoke one's own API tokens"), Scope.ANY, EVERYBODY)
ENTER = Deed("enter", _("enter the workplace"), Scope.ANY, EVERYBODY)

SEE_STUDY = Deed("see-study", _("see protocol, results, figures and report of a study"), Scope.STUDY, EVERYBODY)
EXPORT_STUDY = Deed("export-study", _("take judgements and data packages along"), Scope.STUDY, READERS)
CHANGE_STUDY = Deed("change-study", _("change, clone and close a study, and make links to it"), Scope.STUDY, WRITERS)
RECRUIT = Deed("recruit", _("draft, open, extend and stop postings, and set caps"), Scope.STUDY, WRITERS)
SEE_MONEY = Deed("see-money", _("see what a posting costs, and its ledger"), Scope.STUDY, REVIEWERS)
REVIEW = Deed("review", _("decide on submissions and answers"), Scope.STUDY, REVIEWERS)
REVEAL = Deed("reveal-identity", _("be shown who somebody is at their platform"), Scope.STUDY, REVIEWERS, reveals=True)
WRITE_TO_PEOPLE = Deed("write-to-people", _("write to people through their platform"), Scope.STUDY, REVIEWERS)
OVERSEE = Deed("oversee", _("read, extend and stop live conversations"), Scope.STUDY, WRITERS)
PUBLISH = Deed("publish", _("switch the public link to a report"), Scope.STUDY, WRITERS)
SET_ALERTS = Deed("set-alerts", _("set the alerts of a study, and who hears of them"), Scope.STUDY, WRITERS)
SHARE_STUDY = Deed("share-study", _("share a study, and read its log"), Scope.STUDY, frozenset({OWNER}))

SEE_COLLECTION = Deed("see-collection", _("see the results of a collection"), Scope.COLLECTION, EVERYBODY)
CHANGE_COLLECTION = Deed("change-collection", _("change a collection"), Scope.COLLECTION, WRITERS)
PUBLISH_COLLECTION = Deed(
    "publish-collection", _("switch the public link to the report of a collection"), Scope.COLLECTION, WRITERS
)

SEE_LAB = Deed("see-lab", _("see pools, AI agents, AI judges and preregistrations"), Scope.LAB, frozenset(LAB_ROLES))
LOAD = Deed("load", _("load stimuli, responses and judgements"), Scope.LAB, LAB_WRITERS)
SET_ASIDE = Deed("set-aside", _("set stimuli and responses aside, and bring them back"), Scope.LAB, LAB_WRITERS)
OPEN_STUDY = Deed("open-study", _("open and preregister studies, and make collections"), Scope.LAB, LAB_WRITERS)
RUN_AGENTS = Deed("run-agents", _("add AI agents and have them answer"), Scope.LAB, LAB_WRITERS)
EVALUATE = Deed("evaluate", _("ask for evaluations of AI judges"), Scope.LAB, LAB_WRITERS | {ANALYST})
SEE_RECRUITERS = Deed("see-recruiters", _("see and ask accounts at recruiters"), Scope.LAB, LAB_WRITERS)
HANDLE_PEOPLE = Deed(
    "handle-people", _("find, hand out and erase what is kept of somebody"), Scope.LAB, ADMINS, reveals=True
)
SET_LAB_ALERTS = Deed("set-lab-alerts", _("set alerts for all studies, and who hears of them"), Scope.LAB, ADMINS)
USE_TABLES = Deed("use-tables", _("act on rows of the tables"), Scope.LAB, ADMINS)
RUN_LAB = Deed("run-lab", _("give and take roles in the lab, and read the whole log"), Scope.LAB, ADMINS)

MATRIX = (
    *(LOG_IN, KEEP_ACCOUNT, ENTER, KEEP_TOKENS),
    *(SEE_STUDY, EXPORT_STUDY, CHANGE_STUDY, RECRUIT, SEE_MONEY, REVIEW, REVEAL, OVERSEE, PUBLISH),
    *(SET_ALERTS, WRITE_TO_PEOPLE, SHARE_STUDY),
    *(SEE_COLLECTION, CHANGE_COLLECTION, PUBLISH_COLLECTION),
    *(SEE_LAB, LOAD, SET_ASIDE, OPEN_STUDY, RUN_AGENTS, EVALUATE, SEE_RECRUITERS),
    *(HANDLE_PEOPLE, SET_LAB_ALERTS, USE_TABLES, RUN_LAB),
)
DEEDS = {deed.slug: deed for deed in MATRIX}
