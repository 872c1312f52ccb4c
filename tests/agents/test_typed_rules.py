"""What types alone forbid: pydantic's own words in English, ours in another language."""

from typing import Annotated, Any, Literal

import pytest
from django.utils.translation import override
from pydantic import AfterValidator, BaseModel, Field, FiniteFloat, ValidationError

from agents.models import Origin
from agents.tasks.payloads import list_problems
from turingapp.words import say_later, say_words


def refuse(value: str) -> str:
    raise ValueError(say_later("it should be a text"))


class Everything(BaseModel, extra="forbid"):
    """A field for each rule."""

    text: str = Field("abc", min_length=3, max_length=5, pattern="b")
    number: int = Field(3, gt=1, lt=9)
    share: FiniteFloat = Field(0.5, ge=0, le=1)
    mark: bool = True
    names: list[str] = Field(["a"], min_length=1, max_length=2)
    pair: tuple[int, int] = (1, 2)
    choice: Literal["a", "b"] = "a"
    origin: Origin = Origin.AI
    told: dict[str, str] = {}
    own: Annotated[str, AfterValidator(refuse)] = ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"text": 1}, "应为文本"),
        ({"text": "b"}, "文本应至少有 3 个字符"),
        ({"text": "abcdef"}, "文本应至多有 5 个字符"),
        ({"text": "aaa"}, "文本应符合模式 'b'"),
        ({"number": 1}, "应大于 1"),
        ({"number": 9}, "应小于 9"),
        ({"number": 2.5}, "应为整数，而此数有小数部分"),
        ({"number": "x"}, "应为整数，此文本无法读作整数"),
        ({"number": []}, "应为整数"),
        ({"share": -1}, "不应小于 0"),
        ({"share": 2}, "不应大于 1"),
        ({"share": "x"}, "应为数字，此文本无法读作数字"),
        ({"share": []}, "应为数字"),
        ({"share": float("inf")}, "应为有限的数字"),
        ({"mark": "x"}, "应为 true 或 false，此内容无法理解"),
        ({"mark": []}, "应为 true 或 false"),
        ({"names": "x"}, "应为列表"),
        ({"names": []}, "list 应至少有 1 项，而不是 0 项"),
        ({"names": ["a", "b", "c"]}, "list 应至多有 2 项，而不是 3 项"),
        ({"pair": 1}, "应为列表"),
        ({"choice": "c"}, "应为 'a' or 'b'"),
        ({"origin": "c"}, "应为 'human' or 'ai'"),
        ({"told": 1}, "应为字段的集合（字典）"),
        ({"strange": 1}, "没有这个字段"),
        ({"own": "x"}, "应为文本"),
    ],
)
def test_a_rule_of_types_is_said_in_the_language_of_who_reads(given: dict[str, Any], said: str) -> None:
    with override("zh-hans"), pytest.raises(ValidationError) as refusal:
        Everything.model_validate(given)
    (problem,) = list_problems(refusal.value)
    own = refusal.value.errors()[0]["msg"].removeprefix("Value error, ")
    assert problem.rule == own[:1].lower() + own[1:]
    with override("zh-hans"):
        assert say_words(problem.rule) == said
