"""What was judged, brought in from a package: agents, stimuli, responses, authorships and places."""

from dataclasses import dataclass
from typing import Any

from agents.models import PAIRING_LETTERS, Agent, Authorship, Origin, Provenance, Response, Stimulus
from analysis.packages.checking import CheckedPackage, refuse
from analysis.packages.chunking import take_chunks
from analysis.packages.parsing import Row, read_table
from analysis.packages.pictures import Pictures
from analysis.packages.tables import BY_NAME
from judging.models import Cell, Place, Protocol, Study
from turingapp.errors import InvalidPayload

LONGEST_POOL = 60


@dataclass(frozen=True, slots=True)
class Placed:
    """A place as it is here."""

    pk: int
    stimulus: int
    version: int


class Numbers(dict[int, Any]):
    """What the numbers of a package's table stand for here; one that the table does not have is refused."""

    def __init__(self, package: CheckedPackage, table: str) -> None:
        super().__init__()
        self._package, self._table = package, table

    def __missing__(self, number: object) -> Any:
        name = BY_NAME[self._table].columns[0].name
        refuse(self._package.path, name, repr(number), f"the table {self._table} has none of this number")


def import_answers(
    package: CheckedPackage, study: Study, protocols: dict[int, Protocol], pictures: Pictures
) -> Numbers:
    """All of it; return the places by their numbers in the package."""
    agents = import_agents(package)
    stimuli = import_stimuli(package, study, pictures)
    responses = import_responses(package, study, stimuli)
    import_authorships(package, study, agents, responses)
    return import_places(package, protocols, responses)


def import_agents(package: CheckedPackage) -> dict[str, Agent]:
    """The agents by name: those of the same name and origin that are here, or new ones."""
    found = {}
    for row in read_table(package, "agents"):
        details = {"title": row["title"], "origin": row["origin"], "details": row["details"]}
        agent, _ = Agent.objects.get_or_create(slug=row["agent"], defaults=details)
        if agent.origin != row["origin"]:
            rule = f"an agent of this name is here, and its origin is {agent.origin}"
            refuse(package.path, f"origin of {row['agent']}", repr(row["origin"]), rule)
        found[row["agent"]] = agent
    return found


def import_stimuli(package: CheckedPackage, study: Study, pictures: Pictures) -> Numbers:
    """The stimuli, in pools of the study's own: a pool here may hold others of the same name."""
    numbers, pools, task = Numbers(package, "stimuli"), dict[str, str](), study.plugin
    for chunk in take_chunks(read_table(package, "stimuli")):
        made = []
        for row in chunk:
            pool = pools.setdefault(row["pool"], f"imported-{study.pk}-{len(pools)}-{row['pool']}"[:LONGEST_POOL])
            payload = pictures.rename(row["payload"])
            check(package, f"stimulus {row['stimulus_number']}", task.check_stimulus, payload)
            made.append(
                Stimulus(
                    task=study.task,
                    pool=pool.rstrip("-"),
                    key=row["stimulus"],
                    payload=payload,
                    facets=row["facets"],
                    has_picture=task.has_picture(payload),
                    has_control=row["has_control"],
                    is_catch=row["is_catch"],
                )
            )
        Stimulus.objects.bulk_create(made)
        numbers.update((row["stimulus_number"], one) for row, one in zip(chunk, made, strict=True))
    return numbers


def import_responses(package: CheckedPackage, study: Study, stimuli: Numbers) -> Numbers:
    """The responses."""
    numbers = Numbers(package, "responses")
    for chunk in take_chunks(read_table(package, "responses")):
        made = []
        for row in chunk:
            if row["provenance"] != Provenance.STAND_IN:
                check(package, f"response {row['response']}", study.plugin.check_response, row["payload"])
            made.append(
                Response(
                    stimulus=stimuli[row["stimulus_number"]],
                    pool=stimuli[row["stimulus_number"]].pool,
                    key=str(row["response"]),
                    pairing=row["pairing"],
                    payload=row["payload"],
                    raw=row["payload"],
                    provenance=row["provenance"],
                    remarks=row["remarks"],
                    created_at=study.created_at,
                )
            )
        Response.objects.bulk_create(made)
        numbers.update((row["response"], one) for row, one in zip(chunk, made, strict=True))
    return numbers


def check(package: CheckedPackage, what: str, deed: Any, payload: dict[str, Any]) -> None:
    """Raise InvalidPayload where the task does not take a payload."""
    try:
        deed(payload)
    except InvalidPayload as error:
        problem = error.problems[0]
        refuse(package.path, f"{what}: {problem.field}", problem.value, problem.rule)


def import_authorships(package: CheckedPackage, study: Study, agents: dict[str, Agent], responses: Numbers) -> None:
    """Who made which response; the authors' origins are those of its pairing."""
    letters: dict[int, dict[str, str]] = {}
    for chunk in take_chunks(read_table(package, "authorships")):
        made = []
        for row in chunk:
            agent = agents.get(row["agent"])
            if agent is None or row["role"] not in study.plugin.roles:
                where = f"author of response {row['response']}"
                refuse(package.path, where, f"{row['agent']!r} as {row['role']!r}", "there is no such agent or role")
            letters.setdefault(row["response"], {})[row["role"]] = PAIRING_LETTERS[Origin(agent.origin)]
            made.append(
                Authorship(response=responses[row["response"]], agent=agent, role=row["role"], gender=row["gender"])
            )
        Authorship.objects.bulk_create(made)
    for number, response in responses.items():
        found = "".join(letters.get(number, {}).get(role, "?") for role in study.plugin.roles)
        if found != response.pairing:
            refuse(package.path, f"pairing of response {number}", repr(response.pairing), f"its authors are {found}")


def import_places(package: CheckedPackage, protocols: dict[int, Protocol], responses: Numbers) -> Numbers:
    """The places in their cells, as far as results need them: nobody will be shown one again."""
    numbers, cells = Numbers(package, "places"), dict[tuple[int, str, str], Cell]()
    for chunk in take_chunks(read_table(package, "places")):
        made = []
        for row in chunk:
            protocol = find_version(package, protocols, row, f"place {row['place']}")
            key = protocol.version, row["kind"], row["cell"]
            if key not in cells:
                facts = {"kind": row["kind"], "name": row["cell"], "pairing": row["pairing"], "places_count": 0}
                cells[key] = Cell.objects.create(protocol=protocol, **facts)
            cells[key].places_count += 1
            facts = {"response": responses[row["response"]], "view": row["view"], "salt": row["place"]}
            made.append(Place(cell=cells[key], stimulus=facts["response"].stimulus, **facts))
        Place.objects.bulk_create(made)
        placed = (Placed(one.pk, one.stimulus_id, one.cell.protocol.version) for one in made)
        numbers.update((row["place"], one) for row, one in zip(chunk, placed, strict=True))
    Cell.objects.bulk_update(cells.values(), ["places_count"])
    return numbers


def find_version(package: CheckedPackage, protocols: dict[int, Protocol], row: Row, what: str) -> Protocol:
    """The version of the protocol that a row names; raises InvalidPayload where the package has none such."""
    version: int = row["protocol_version"]
    if version not in protocols:
        refuse(package.path, f"version of {what}", str(version), "the protocol has no such version")
    return protocols[version]
