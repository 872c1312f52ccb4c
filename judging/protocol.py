"""A study's settings: what a protocol file may say, checked field by field (docs/protocols.md lists each)."""

from typing import Annotated, Any, Literal, Self

from django.conf import settings
from django.utils.translation import gettext as _
from pydantic import AfterValidator, Field, model_validator

from agents.normalizations import Step, read_steps
from agents.tasks import TASKS
from judging.chat_rules import Chat
from judging.kind_rules import FIELDS, JUDGE, KIND_RULES, KindRule, find_misplaced
from judging.screening_rules import Part, Rule
from turingapp.errors import InvalidPayload
from turingapp.words import say_words

SHARES_TOLERANCE = 1e-6
COPY = "-simulated"
HUMAN_SHARE = 0.5  # where a protocol is silent
SIMULATED_LABEL = "Simulated: every {gives} of this study was made by a program."
Share = Annotated[float, Field(ge=0, le=1)]
Question = Literal["speaker_gender", "confidence", "reason"]
Demographic = Literal["native_language", "native_english", "birth_year", "gender", "education", "country"]


def refuse_operators(name: str) -> str:
    """A facet's name becomes part of a query, where two underscores would make it an operator."""
    if "__" in name:
        raise ValueError(_("the name of a facet should not have two underscores together"))
    return name


def sort_normalizations(names: list[str]) -> list[str]:
    """Normalizations in the order in which they are applied."""
    try:
        return [str(step) for step in read_steps(names)]
    except InvalidPayload as error:
        raise ValueError(
            _("%(value)s is no normalization; %(rule)s")
            % {"value": error.problems[0].value, "rule": say_words(error.problems[0].rule)}
        ) from None


def check_language(code: str) -> str:
    """One of the languages that pages can be in."""
    known = dict(settings.LANGUAGES)
    if code not in known:
        raise ValueError(
            _("there are %(known)s; the study's own texts may be in any language") % {"known": ", ".join(known)}
        )
    return code


FacetName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,59}$"), AfterValidator(refuse_operators)]


class Pool(Part):
    """Which responses are drawn from."""

    names: Annotated[list[str], Field(min_length=1)]
    agents: list[str] | None = None  # only these AI agents; None for all
    without_agents: list[str] = []
    facets: dict[FacetName, list[str]] = {}
    views: list[Annotated[int, Field(ge=1)]] | None = None  # conversation lengths; None for all that there are


class Practice(Part):
    """Trials before the others that never count; the verdict is followed by the truth."""

    trials: Annotated[int, Field(ge=1, le=50)]
    pool: Pool | None = None  # None for the study's own
    feedback: bool = True


class Catch(Part):
    """Trials with an obvious answer at planned places; too many wrong ones end the visit early, paid in part."""

    at: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=50)]
    allowed: Annotated[int, Field(ge=0)] = 0  # how many may be wrong
    pool: Pool | None = None  # None for the study's own


class Comprehension(Part):
    """One question on the instructions, with the answer that shows they were understood."""

    question: Annotated[str, Field(min_length=1)]
    options: Annotated[list[str], Field(min_length=2, max_length=8)]
    answer: str

    @model_validator(mode="after")
    def check_answer(self) -> Self:
        """The answer is one of the options."""
        if self.answer not in self.options:
            raise ValueError(
                _("the answer is %(answer)s; it should be one of the options") % {"answer": repr(self.answer)}
            )
        return self


class Settings(Part):
    """All settings of a study."""

    slug: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{1,58}$")]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    kind: str = JUDGE  # what people do in it: one of KIND_RULES
    task: str
    language: Annotated[str, AfterValidator(check_language)] = "en"  # of what is not the study's own text
    collection: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,59})?$")] = ""
    pool: Pool
    trials: Annotated[int, Field(ge=1, le=500)]  # the task's own number where a file is silent
    human_share: Share | None = None
    pairings: dict[str, Share] | None = None
    judgements_per_response: Annotated[int, Field(ge=1, le=100_000)] = 10
    answers_per_stimulus: Annotated[int, Field(ge=1, le=100_000)] = 10
    answers_pool: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,59})?$")] = ""  # "" for the first of the pool
    chat: Chat | None = None  # what holds in live conversations
    control: bool = True
    min_seconds: Annotated[float, Field(ge=0, le=600)]  # the task's own where a file is silent
    practice: Practice | None = None
    feedback_trials: Annotated[int, Field(ge=0, le=500)] = 0  # before the main ones, each followed by the truth
    catch: Catch | None = None
    comprehension: list[Comprehension] = []
    comprehension_tries: Annotated[int, Field(ge=1, le=10)] = 2
    questions: list[Question] = []
    consent: Annotated[str, Field(min_length=1)]
    release: str = ""  # the question whether what is given may be published; "" asks nothing
    debrief: str = ""
    demographics: list[Demographic] = []
    closing: bool = True
    screening: list[Rule] = []
    minutes: Annotated[int, Field(ge=1, le=600)]
    pay: str = ""
    part_pay: str = ""  # what who stops or is stopped early is told about pay
    normalizations: Annotated[list[str], AfterValidator(sort_normalizations)] = []  # of responses, when they are shown
    weak_baseline: str = ""  # the AI agent that judges must detect before verdicts on others are given
    without_judges_of: list[str] = []  # studies whose judges are not admitted
    expires_hours: Annotated[int, Field(ge=1, le=8760)] = 168
    label: Annotated[str, Field(max_length=300)] = ""
    listed: bool = False
    simulated: bool = False
    lease_minutes: Annotated[int, Field(ge=1, le=1440)] = 45

    @model_validator(mode="before")
    @classmethod
    def take_from_task(cls, given: Any) -> Any:
        """Trials and minimum time as the task has them from the original study, where a file does not say.

        A kind of study without a field has it off, whatever the protocol's own default.
        """
        if not isinstance(given, dict) or "task" not in given:
            return given
        if given["task"] not in TASKS.slugs:
            raise ValueError(
                _("task is %(value)s; there are %(known)s")
                % {"value": repr(given["task"]), "known": ", ".join(TASKS.slugs)}
            )
        task, kind = TASKS[given["task"]], given.get("kind", JUDGE)
        if kind not in tuple(KIND_RULES):
            raise ValueError(
                _("kind is %(value)s; there are %(known)s") % {"value": repr(kind), "known": ", ".join(KIND_RULES)}
            )
        rule = KIND_RULES[kind]
        seconds = task.answer_seconds if rule.answers_alone else task.min_seconds
        return {"trials": task.trials, "min_seconds": seconds, **rule.defaults, **given}

    @model_validator(mode="after")
    def check_kind(self) -> Self:
        """Only settings that have a meaning in a study of this kind, and a task that it can have."""
        usual = {name: self.find_default(name) for name in FIELDS}
        name = find_misplaced(self.kind, {name: self.find_value(name) for name in FIELDS}, usual)
        if name:
            raise ValueError(
                _("%(field)s does not apply to a study of kind %(kind)s; leave it out")
                % {"field": name, "kind": self.kind}
            )
        if self.rule.answers_alone and not TASKS[self.task].takes_answers:
            raise ValueError(
                _("a study of kind %(kind)s cannot be of %(task)s, which nobody answers alone")
                % {"kind": self.kind, "task": self.task}
            )
        languages = TASKS[self.task].answer_languages
        if self.rule.answers_alone and languages and self.language not in languages:
            raise ValueError(
                _("language is %(language)s, but what people write in %(task)s can be checked in %(languages)s only")
                % {"language": repr(self.language), "task": self.task, "languages": ", ".join(languages)}
            )
        return self

    @model_validator(mode="after")
    def check_chat(self) -> Self:
        """Conversations have topics, a task of two speakers, and AI agents where one may be the partner."""
        rule = self.rule
        if not rule.chats:
            return self
        if self.chat is None:
            raise ValueError(_("chat holds the topics of a study of kind %(kind)s") % {"kind": self.kind})
        if len(TASKS[self.task].roles) != 2:
            raise ValueError(
                _("a study of kind %(kind)s cannot be of %(task)s, which has no two speakers")
                % {"kind": self.kind, "task": self.task}
            )
        if rule.always_has_machine and self.chat.ai_when_alone:
            raise ValueError(
                _("chat.ai_when_alone does not apply to a study of kind %(kind)s, which needs two people")
                % {"kind": self.kind}
            )
        shares = self.pairings or {}
        if shares.get("AA"):
            raise ValueError(_("pairings has AA; in a live conversation at least one of the two is a person"))
        may_get_machine = self.chat.ai_when_alone or any(shares.get(pairing) for pairing in ("HA", "AH"))
        if (rule.always_has_machine or may_get_machine) and not self.chat.partners:
            raise ValueError(_("chat.partners is empty; name the AI agents that people may get as partners"))
        return self

    @property
    def rule(self) -> KindRule:
        """What holds for all studies of this kind."""
        return KIND_RULES[self.kind]

    @property
    def conversations(self) -> Chat:
        """What holds in the conversations of a study that has them."""
        if self.chat is None:
            raise ValueError(
                _("%(study)s is of kind %(kind)s and has no conversations") % {"study": self.slug, "kind": self.kind}
            )
        return self.chat

    @property
    def asks_control(self) -> bool:
        """Whether trials have a control question: it is wanted, and the task has any."""
        return self.control and TASKS[self.task].asks_control

    def find_value(self, name: str) -> Any:
        """A setting by its dotted name."""
        owner, _, field = name.rpartition(".")
        return getattr(getattr(self, owner) if owner else self, field)

    def find_default(self, name: str) -> Any:
        """The default of a setting by its dotted name."""
        owner, _, field = name.rpartition(".")
        model: type[Part] = Pool if owner == "pool" else type(self)
        return model.model_fields[field].get_default()

    @model_validator(mode="after")
    def check_shares(self) -> Self:
        """One of human_share and pairings, as the task has one role or more; shares that sum to 1."""
        if "pairings" not in self.rule.fields:
            return self
        roles = len(TASKS[self.task].roles)
        if roles == 1 and self.pairings is not None:
            raise ValueError(_("pairings do not apply to %(task)s; give human_share") % {"task": self.task})
        if roles > 1 and self.human_share is not None:
            raise ValueError(
                _("human_share does not apply to %(task)s; give pairings, such as HH, HA, AH, AA") % {"task": self.task}
            )
        if roles > 1 and self.pairings is None:
            raise ValueError(
                _("pairings hold the shares of HH, HA, AH and AA that %(task)s needs") % {"task": self.task}
            )
        wrong = [pairing for pairing in self.shares if len(pairing) != roles or set(pairing) - {"H", "A"}]
        if wrong:
            raise ValueError(
                _("pairings has %(value)s; a pairing is %(letters)s letters of H and A")
                % {"value": repr(wrong[0]), "letters": roles}
            )
        if abs(sum(self.shares.values()) - 1) > SHARES_TOLERANCE:
            raise ValueError(
                _("the shares of pairings sum to %(sum)s; they should sum to 1")
                % {"sum": f"{sum(self.shares.values()):g}"}
            )
        return self

    @model_validator(mode="after")
    def check_catch(self) -> Self:
        """Catch trials stand at places that there are, each named once."""
        if self.catch is not None:
            last = self.trials + len(self.catch.at)
            if max(self.catch.at) > last or len(set(self.catch.at)) != len(self.catch.at):
                raise ValueError(
                    _("catch.at is %(value)s; it should name places from 1 to %(last)s, each once")
                    % {"value": self.catch.at, "last": last}
                )
        return self

    @property
    def shares(self) -> dict[str, float]:
        """The share of each pairing in a judge's trials."""
        if self.pairings is not None:
            return self.pairings
        human = HUMAN_SHARE if self.human_share is None else self.human_share
        return {"H": human, "A": 1 - human}

    @property
    def steps(self) -> tuple[Step, ...]:
        """The normalizations of responses, as they are applied when these are shown and as evidence for AI judges."""
        return read_steps(self.normalizations)

    @property
    def trials_in_all(self) -> int:
        """How many trials a visit has, of all kinds."""
        practice = self.practice.trials if self.practice else 0
        return practice + self.feedback_trials + self.trials + (len(self.catch.at) if self.catch else 0)

    def simulate(self) -> Self:
        """The settings of a copy for robots: marked, not listed, and without a minimum time."""
        changes = {
            "slug": f"{self.slug[: 59 - len(COPY)]}{COPY}",
            "title": f"{self.title[:188]} (simulated)",
            "label": SIMULATED_LABEL.format(gives=self.rule.gives),
            "simulated": True,
            "listed": False,
            "min_seconds": 0.0,
            "chat": self.chat and self.chat.hurry(),
        }
        return type(self).model_validate(self.model_dump() | changes)
