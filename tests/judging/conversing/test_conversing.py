"""A study of conversations from the waiting room to the pool: fair to who stays, leaves, is left or takes it back."""

from collections import Counter

import pytest

from agents.accepting import accept
from agents.chatting.answering import answer_due_turns
from agents.chatting.finding import find_seats
from agents.chatting.leaving import be_ready, leave
from agents.chatting.looking import look
from agents.chatting.sweeping import settle_rooms
from agents.models import Answer, Message, Response, Room, Seat
from judging.conversing.keeping import UNASKED, offer_undecided
from judging.conversing.screens import GuessScreen
from judging.conversing.showing import show_where
from judging.conversing.waiting import answer_waiting
from judging.ending import end_visit
from judging.kinds import MEETINGS
from judging.models import Assignment, Seating
from judging.withdrawing import erase, stop_and_keep
from tests.agents.chatting.rooms import later
from tests.at_once import run_at_once
from tests.judging.conversing.visits import (
    come_in,
    decide,
    find_seat,
    guess,
    open_chat_study,
    seat_two,
    talk,
    wait_at,
)
from turingapp.errors import IncompleteAnswer, InvalidProtocol, StaleStep, StudyFull

pytestmark = pytest.mark.django_db
State = Assignment.State


def test_two_people_talk_guess_are_told_and_become_one_response_of_two_humans() -> None:
    visits = seat_two(open_chat_study(closing=False))
    room = talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
        assert decide(visit, 21).state == State.FINISHED
    assert (room.topic, Answer.objects.get().flags) == ("music", [])
    assert accept(Answer.objects.all(), pool="live", by="me", at=later(30)) == 1
    response = Response.objects.get()
    assert (response.pairing, response.provenance) == ("HH", "collected")
    assert [turn["speaker"] for turn in response.payload["turns"]] == ["A", "B", "A", "B"]
    keys = set(response.authorships.values_list("agent__person_key", flat=True))
    assert keys == {"person one", "person two"}


def test_somebody_and_a_machine_become_a_response_whose_second_author_is_the_ai_agent() -> None:
    study = open_chat_study(pairings={"HA": 1.0}, closing=False)
    first, second = come_in(study, "one"), come_in(study, "two")
    wait_at(first, 1)
    wait_at(second, 1)
    assert Room.objects.count() == 2
    seat = find_seat(first)
    be_ready(seat, at=later(2))
    look(find_seats(seat.public_id), after=0, at=later(10))
    talk((first,), 1, start=20)
    answer_due_turns(clock=lambda: later(25))
    assert Message.objects.filter(room=seat.room).count() == 2


def test_one_alone_waits_and_is_paid_when_nobody_comes() -> None:
    visit = come_in(open_chat_study(), "one")
    assert [wait_at(visit, 1).may_leave, wait_at(visit, 182).may_leave] == [False, True]
    answer_waiting(visit, "wait", at=later(183))
    assert not wait_at(visit, 184).may_leave
    answer_waiting(visit, "leave", at=later(400))
    visit.refresh_from_db()
    assert (visit.state, bool(visit.code), wait_at(visit, 401).is_over) == (State.SCREENED_OUT, True, True)


@pytest.mark.parametrize(("comes", "rooms"), [(True, 1), (False, 0)])
def test_a_machine_comes_to_who_is_alone_only_if_the_protocol_says_so(comes: bool, rooms: int) -> None:
    visit = come_in(open_chat_study(chat={"ai_when_alone": comes}), "one")
    wait_at(visit, 1)
    for seconds in range(2, 200, 9):
        wait_at(visit, seconds)
    assert Room.objects.count() == rooms


def test_people_who_have_closed_the_window_are_nobodys_partners() -> None:
    study = open_chat_study()
    gone, here = come_in(study, "one"), come_in(study, "two")
    wait_at(gone, 1)
    assert not wait_at(here, 60).is_seated
    assert wait_at(come_in(study, "three"), 61).is_seated
    assert Seating.objects.get(assignment=gone).seat is None


def test_who_misses_the_ready_check_is_asked_back_and_the_other_is_first_in_the_queue() -> None:
    study = open_chat_study()
    ready, missing = come_in(study, "one"), come_in(study, "two")
    wait_at(ready, 1)
    wait_at(missing, 2)
    be_ready(find_seat(ready), at=later(3))
    settle_rooms(at=later(29))
    assert [wait_at(ready, 30).is_seated, wait_at(missing, 31).is_over] == [False, True]
    third = come_in(study, "three")
    assert wait_at(third, 35).is_seated
    assert find_seat(third).room_id == find_seat(ready).room_id
    answer_waiting(missing, "here", at=later(40))
    assert not wait_at(missing, 41).is_seated


def test_the_partner_of_a_leaver_is_paid_in_full_and_the_leaver_for_a_part() -> None:
    leaver, stayer = seat_two(open_chat_study(closing=False))
    talk((leaver, stayer), 3)
    leave(find_seat(leaver), at=later(20))
    for visit in (leaver, stayer):
        guess(visit, 30)
    assert (decide(stayer, 31).state, decide(leaver, 31).state) == (State.FINISHED, State.WITHDRAWN)
    assert all(Assignment.objects.values_list("code", flat=True))
    assert Answer.objects.get().flags == ["A speaker left after 3 turns"]


def test_who_stops_the_visit_lets_the_partner_go_and_who_erases_takes_the_words_back() -> None:
    stopper, partner = seat_two(open_chat_study())
    talk((stopper, partner), 3)
    stop_and_keep(stopper, at=later(20))
    guess(partner, 30)
    decide(partner, 31)
    assert Answer.objects.count() == 1
    erase(partner, at=later(40))
    assert not Answer.objects.exists()
    assert list(Message.objects.order_by("seq").values_list("text", flat=True)) == [
        "message 0",
        "[erased]",
        "message 2",
    ]


def test_a_conversation_that_somebody_takes_back_is_never_offered() -> None:
    visits = seat_two(open_chat_study(closing=False))
    talk(visits, 4)
    for visit, answer in zip(visits, ("keep", "withdraw"), strict=True):
        guess(visit, 20)
        assert decide(visit, 21, answer).state == State.FINISHED
    assert not Answer.objects.exists()


def test_a_conversation_whose_speaker_closed_the_window_waits_a_day_and_is_offered_with_a_flag() -> None:
    visits = seat_two(open_chat_study(closing=False))
    talk(visits, 4)
    guess(visits[0], 20)
    decide(visits[0], 21)
    hour = 3600
    assert [offer_undecided(at=later(12 * hour)), offer_undecided(at=later(25 * hour))] == [0, 1]
    assert offer_undecided(at=later(26 * hour)) == 0
    assert Answer.objects.get().flags == [UNASKED]


def test_what_was_kept_and_then_erased_is_not_offered_when_the_partner_decides() -> None:
    first, second = seat_two(open_chat_study(closing=False))
    talk((first, second), 4)
    guess(first, 20)
    erase(decide(first, 21), at=later(30))
    guess(second, 40)
    decide(second, 41)
    assert not Answer.objects.exists()
    seating = Seating.objects.get(assignment=first)
    assert (seating.guess, seating.reason, seating.keeps) == ("", "", None)


def test_who_changes_their_mind_before_the_last_questions_are_answered_takes_it_back() -> None:
    visits = seat_two(open_chat_study())
    talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
        decide(visit, 21)
    assert Answer.objects.count() == 1
    assert decide(visits[0], 22, "withdraw").state == State.OPEN
    assert not Answer.objects.exists()


def test_who_comes_back_after_a_day_and_withdraws_takes_back_what_was_offered_meanwhile() -> None:
    first, second = seat_two(open_chat_study(closing=False))
    talk((first, second), 4)
    guess(first, 20)
    decide(first, 21)
    assert offer_undecided(at=later(25 * 3600)) == 1
    guess(second, 26 * 3600)
    decide(second, 26 * 3600 + 1, "withdraw")
    assert not Answer.objects.exists()


def test_a_failing_machine_looks_like_a_partner_who_left() -> None:
    study = open_chat_study()
    visits = seat_two(study)
    leave(find_seat(visits[1]), at=later(10))
    pages = []
    for ending in (Room.Ending.LEFT, Room.Ending.AWAY, Room.Ending.SILENCE, Room.Ending.FAILED):
        Room.objects.update(ending=ending, ended_by=find_seat(visits[1]).role)
        pages.append(show_where(visits[0], "", at=later(20), given={}))
    assert pages == [pages[0]] * 4


@pytest.mark.parametrize(
    ("ending", "of_whom", "sentence"),
    [
        (Room.Ending.TIME, None, "The time for the conversation is up."),
        (Room.Ending.LEFT, 1, "Your partner has left the conversation or did not write any more."),
        (Room.Ending.LEFT, 0, "You have ended the conversation."),
        (Room.Ending.SILENCE, 0, "You did not write for a long time"),
        (Room.Ending.AWAY, 0, "Your page was closed or its line down"),
    ],
)
def test_the_guess_page_says_why_the_conversation_is_over(
    ending: Room.Ending, of_whom: int | None, sentence: str
) -> None:
    visits = seat_two(open_chat_study())
    by = "" if of_whom is None else find_seat(visits[of_whom]).role
    Room.objects.update(phase=Room.Phase.OVER, over_at=later(10), ending=ending, ended_by=by)
    page = show_where(visits[0], "", at=later(20), given={})
    assert isinstance(page, GuessScreen)
    assert page.why_over.startswith(sentence)


def test_a_worker_that_stood_still_for_days_offers_what_was_left_meanwhile() -> None:
    visits = seat_two(open_chat_study(closing=False))
    talk(visits, 4)
    guess(visits[0], 20)
    decide(visits[0], 21)
    assert offer_undecided(at=later(80 * 3600)) == 1


def test_the_guess_comes_before_the_truth_and_its_first_answer_stays() -> None:
    visits = seat_two(open_chat_study())
    with pytest.raises(StaleStep, match="not over"):
        guess(visits[0], 5)
    talk(visits, 4)
    with pytest.raises(StaleStep, match="not shown yet"):
        decide(visits[0], 20)
    with pytest.raises(IncompleteAnswer):
        guess(visits[0], 20, "")
    guess(visits[0], 21, "ai")
    guess(visits[0], 22, "human")
    assert Seating.objects.get(assignment=visits[0]).guess == "ai"


def test_rooms_come_out_by_the_shares_and_ai_agents_equally_often() -> None:
    shares = {"HH": 0.5, "HA": 0.25, "AH": 0.25}
    study = open_chat_study(pairings=shares, chat={"partners": ["scripted-chat", "topic-talk"]})
    for number in range(12):
        wait_at(come_in(study, f"{number}"), 1, seed=number)
    rooms = Counter(
        "".join("A" if seat.agent_id else "H" for seat in room.seats.order_by("role")) for room in Room.objects.all()
    )
    assert rooms == {"HH": 4, "HA": 2, "AH": 2}
    machines = Counter(Seat.objects.exclude(agent=None).values_list("agent__slug", flat=True))
    assert sorted(machines.values()) == [2, 2]


def test_previews_meet_a_machine_soon_and_never_a_person_who_counts() -> None:
    study = open_chat_study()
    person, looker = come_in(study, "one"), come_in(study, "two", kind=Assignment.Kind.PREVIEW)
    wait_at(person, 1)
    assert not wait_at(looker, 2).is_seated
    assert wait_at(looker, 7).is_seated
    assert Seating.objects.get(assignment=person).seat is None


def test_a_study_takes_as_many_people_as_it_says() -> None:
    study = open_chat_study(chat={"people": 2})
    come_in(study, "one")
    come_in(study, "two")
    with pytest.raises(StudyFull):
        come_in(study, "three")


def test_who_talked_and_never_came_back_has_taken_part_and_who_only_waited_leaves_the_place_to_another() -> None:
    study = open_chat_study(chat={"people": 4})
    talked = seat_two(study)
    waited, stopped = come_in(study, "three"), come_in(study, "four")
    stop_and_keep(stopped, at=later(20))
    for visit in (*talked, waited):
        end_visit(visit, State.EXPIRED, at=later(30))
        visit.save()
    assert MEETINGS[study.kind].count_visits_left(study.protocols.get()) == 2


def test_a_partner_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidProtocol, match="No AI agent is called 'nobody'"):
        open_chat_study(chat={"partners": ["nobody"]})


@pytest.mark.django_db(transaction=True)
def test_twenty_people_who_come_at_once_make_ten_rooms_and_nobody_sits_twice() -> None:
    study = open_chat_study()
    visits = [come_in(study, f"{number}") for number in range(20)]
    run_at_once(lambda number: wait_at(visits[number], 1, seed=number), 20)
    for visit in visits:
        wait_at(visit, 3)
    seats = list(Seating.objects.values_list("seat", flat=True))
    assert (Room.objects.count(), len(set(seats)), None in seats) == (10, 20, False)
