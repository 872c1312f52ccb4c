"""The local MTurk's qualifications of the requester's own."""

from judging.recruiters.local.mturk_lists import show_page
from judging.recruiters.local.mturk_state import Data, MTurkRefusal, MTurkState


def create_qualification(state: MTurkState, params: Data) -> Data:
    """A qualification of the requester's own; a name is used once."""
    if any(known["Name"] == params["Name"] for known in state.qualifications.values()):
        raise MTurkRefusal("AWS.MechanicalTurk.QualificationTypeAlreadyExists", "You have a type of this name.")
    shown = {**params, "QualificationTypeId": state.make_id("Q"), "CreationTime": state.clock()}
    state.qualifications[shown["QualificationTypeId"]] = shown
    return {"QualificationType": shown}


def associate(state: MTurkState, params: Data) -> Data:
    """Give a worker a qualification; a mail tells them, unless it is asked not to."""
    kind, worker = params["QualificationTypeId"], params["WorkerId"]
    if kind not in state.qualifications:
        raise MTurkRefusal("AWS.MechanicalTurk.QualificationTypeDoesNotExist", f"There is no qualification {kind}.")
    state.holders[kind][worker] = params.get("IntegerValue", 1)
    if params.get("SendNotification", True):
        state.mails.append({"WorkerIds": [worker], "Subject": "You have a new qualification"})
    return {}


def list_qualifications(state: MTurkState, params: Data) -> Data:
    """The types whose name holds the query, without those that are too new to be found."""
    query = params.get("Query", "")
    rows = [
        known for kind, known in state.qualifications.items() if query in known["Name"] and kind not in state.unlisted
    ]
    return show_page("QualificationTypes", rows, params)
