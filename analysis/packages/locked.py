"""The plan that was locked before the data, as a package holds it."""

import json

from analysis.packages import PREREGISTRATION
from analysis.packages.checking import CheckedPackage, refuse
from analysis.packages.parsing import read_time
from judging.models import Preregistration
from judging.models.visits import IMPORTED
from judging.preregistration import Plan, hash_document


def read_locked(package: CheckedPackage, slug: str) -> Preregistration | None:
    """The plan as a row for the study of this name, not written yet; raises InvalidPayload where it was changed."""
    if PREREGISTRATION not in package.names:
        return None
    try:
        told = json.loads(package.read(PREREGISTRATION))
        document, digest = told["document"], told["sha256"]
        Plan.model_validate(document)
        at = read_time(told["locked_at"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        refuse(package.path, PREREGISTRATION, "no plan", f"{error} ".splitlines()[0])
    if hash_document(document) != digest:
        refuse(package.path, PREREGISTRATION, "changed", "its SHA-256 is not the one with which it was locked")
    return Preregistration(study_slug=slug, document=document, sha256=digest, locked_at=at, locked_by=IMPORTED)
