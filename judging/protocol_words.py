"""What the fields of a protocol are called and mean, in plain words, grouped by subject, in the order of the page."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Subject:
    """Fields that belong together: by dotted name, what each is called, and what it means."""

    slug: str
    title: Promise
    fields: Mapping[str, tuple[Promise, Promise]]


SUBJECTS = (
    Subject(
        "study",
        _("The study"),
        {
            "title": (_("Title"), _("What people see.")),
            "slug": (_("Name"), _("For addresses and commands: small letters, digits, dashes.")),
            "kind": (_("What people do"), _("It cannot be changed once the study is open.")),
            "task": (_("Task"), _("It cannot be changed once the study is open.")),
            "collection": (_("Collection"), _("Studies of one collection are reported together.")),
        },
    ),
    Subject(
        "material",
        _("What is shown"),
        {
            "pool.names": (_("Pools"), _("The sets that stimuli and responses were loaded with.")),
            "pool.agents": (_("Only these AI agents"), _("None ticked: all that are in the pools.")),
            "pool.without_agents": (_("Without these agents"), _("Their responses are left out.")),
            "pool.facets": (_("Only stimuli of these facets"), _("None: all stimuli of the pools.")),
            "pool.views": (_("Lengths of conversations"), _("In turns, such as 3, 6. Empty: all that there are.")),
            "normalizations": (_("Form of the responses"), _("What is taken from all alike, one on a line.")),
        },
    ),
    Subject(
        "amount",
        _("How much"),
        {
            "trials": (_("Trials"), _("For each person.")),
            "human_share": (_("Share of humans"), _("Of the trials, from 0 to 1, that show a human's response.")),
            "pairings": (_("Shares of pairings"), _("Who made the two sides: H a human, A an AI. They sum to 1.")),
            "judgements_per_response": (_("Judgements of each response"), _("So many people see it at most.")),
            "answers_per_stimulus": (_("Answers to each stimulus"), _("So many people answer it at most.")),
            "answers_pool": (_("Pool for the answers"), _("Accepted answers join it. Empty: the first pool.")),
            "minutes": (_("Minutes"), _("How long a visit takes, as people are told.")),
        },
    ),
    Subject(
        "talks",
        _("Conversations"),
        {
            "chat.topics": (_("Topics"), _("One on a line; each conversation has one.")),
            "chat.context": (_("Setting"), _("What both are told besides the topic.")),
            "chat.people": (_("People"), _("So many may take part in all.")),
            "chat.partners": (_("AI agents"), _("Whom people may meet, equally often.")),
            "chat.reserve": (_("AI agent in reserve"), _("It answers where the partner cannot.")),
            "chat.ai_when_alone": (_("An AI agent comes where no person does in time"), _("After the wait below.")),
            "chat.wait_minutes": (_("Minutes of waiting"), _("For another person, at most.")),
            "chat.turns": (_("Turns"), _("Of both together, at most.")),
            "chat.least_turns": (_("Fewest turns"), _("With fewer it is no conversation to be judged.")),
            "chat.flow": (_("Who writes when"), _("By turns, or freely.")),
            "chat.minutes": (_("Minutes of a conversation"), _("At most.")),
            "chat.ready_seconds": (_("Seconds to be ready"), _("Who does not answer the call loses the seat.")),
            "chat.silence_seconds": (_("Seconds of silence"), _("After so many a conversation ends.")),
            "chat.longest_message": (_("Longest message"), _("In characters.")),
            "chat.pace": (_("Pace"), _("1 shows messages as fast as people read and type; 0 at once.")),
        },
    ),
    Subject(
        "before",
        _("Before the trials"),
        {
            "comprehension": (
                _("Questions on the instructions"),
                _("Asked before the first trial, in this order."),
            ),
            "comprehension_tries": (_("Tries"), _("Then the visit ends with part of the pay.")),
            "practice.trials": (_("Practice trials"), _("They never count. Empty: none.")),
            "practice.feedback": (_("Tell the truth in practice"), _("After each verdict.")),
            "practice.pool": (_("Pool for practice"), _("Empty: the study's own.")),
            "feedback_trials": (_("Feedback trials"), _("Told the truth after each; reported apart.")),
        },
    ),
    Subject(
        "during",
        _("During the trials"),
        {
            "control": (
                _("Ask the control question"),
                _("It shows who looked. Stimuli without its truth are left out."),
            ),
            "min_seconds": (_("Shortest time"), _("In seconds; an earlier answer is refused.")),
            "questions": (_("Also ask"), _("After each verdict.")),
            "catch.at": (_("Places of catch trials"), _("Obvious ones, such as 3, 9. Empty: none.")),
            "catch.allowed": (_("Catch trials that may be wrong"), _("With more the visit ends early.")),
            "catch.pool": (_("Pool for catch trials"), _("Empty: the study's own.")),
        },
    ),
    Subject(
        "told",
        _("What people are told"),
        {
            "language": (_("Language"), _("Of the pages; the study's own texts may be in any.")),
            "consent": (_("Consent"), _("What people agree to. An empty line begins a paragraph.")),
            "release": (_("Question on publication"), _("Whether what they give may be published. Empty: not asked.")),
            "debrief": (_("After the last page"), _("An empty line begins a paragraph.")),
            "pay": (_("Pay"), _("As told on the first page, such as “75 pence”.")),
            "part_pay": (_("Pay for a part"), _("Told to who stops, or is stopped, early.")),
            "label": (_("Where the data come from"), _("One sentence, shown on every page.")),
        },
    ),
    Subject(
        "people",
        _("Who takes part and who counts"),
        {
            "demographics": (_("Ask people about"), _("Every question can be left unanswered.")),
            "closing": (_("Ask how it was"), _("How engaging, how difficult, and a comment.")),
            "without_judges_of": (_("Not who was in these studies"), _("Names of studies, one on a line.")),
            "screening": (_("Screening"), _("The rules by which judges and trials count, in this order.")),
            "weak_baseline": (_("Weak baseline"), _("An AI agent that judges must detect before verdicts are given.")),
        },
    ),
    Subject(
        "running",
        _("How it runs"),
        {
            "listed": (_("Name it on the start page"), _("Whoever finds the site can take part.")),
            "expires_hours": (_("Hours until a visit is over"), _("From its beginning.")),
            "lease_minutes": (_("Minutes that places are held"), _("Without a sign of life they go back.")),
            "simulated": (_("A copy for robots"), _("Judged by robots only, and labelled so.")),
        },
    ),
)
