"""Writes the JSON Schemas of Pydantic models, each with a valid document, as JSON Lines."""

import json
import sys
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypeVar, Union
from uuid import UUID

import pydantic
from pydantic import AnyUrl, BaseModel, ConfigDict, Discriminator, Field, RootModel, StringConstraints, Tag
from typing_extensions import TypedDict

MODELS = []


def example(**values):
    def add(model):
        MODELS.append((model, values))
        return model

    return add


@example(name="a", age=3)
class Plain(BaseModel):
    name: str
    age: int


@example(name="a")
class Optionals(BaseModel):
    name: str
    note: Optional[str] = None
    count: int | None = None
    tags: list[str] = []


@example(code="AB1", ratio=0.5, count=3, many=["a", "b"])
class Bounds(BaseModel):
    code: Annotated[str, StringConstraints(min_length=2, max_length=8, pattern=r"^[A-Z0-9]+$")]
    ratio: float = Field(gt=0, le=1)
    count: int = Field(ge=1, lt=100, multiple_of=3)
    many: list[str] = Field(min_length=1, max_length=5)


class Color(str, Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@example(color="red", level=2, only="a", one_of="y")
class Enums(BaseModel):
    color: Color
    level: Level
    only: Literal["a"]
    one_of: Literal["x", "y", 3, None]


@example(day="2024-02-29", at="2024-02-29T10:00:00Z", id="12345678-1234-5678-1234-567812345678", url="https://a.example/", ip="10.0.0.1", wait="PT1S")
class Formats(BaseModel):
    day: date
    at: datetime
    id: UUID
    url: AnyUrl
    ip: IPv4Address
    wait: timedelta


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    good: bool = True


@example(pet={"kind": "cat", "lives": 9})
class Discriminated(BaseModel):
    pet: Union[Cat, Dog] = Field(discriminator="kind")


@example(pets=[{"kind": "dog", "good": True}, {"kind": "cat", "lives": 1}])
class DiscriminatedList(BaseModel):
    pets: list[Annotated[Union[Cat, Dog], Field(discriminator="kind")]]


class Default(BaseModel):
    kind: Literal["default"] = "default"
    x: int


class Other(BaseModel):
    kind: Literal["other", "another"]
    y: int


@example(value={"kind": "other", "y": 1})
class TagsWithDefaults(BaseModel):
    value: Union[Default, Other] = Field(discriminator="kind")


@example(value={"a": 1})
class Untagged(BaseModel):
    class One(BaseModel):
        a: int

    class Two(BaseModel):
        b: str

    value: Union[One, Two]


@example(value=["a"])
class Scalars(BaseModel):
    value: Union[int, str, list[str], None]


class Tree(BaseModel):
    label: str
    children: list["Tree"] = []


MODELS.append((Tree, {"label": "a", "children": [{"label": "b", "children": []}]}))


@example(head={"value": 1, "next": {"value": 2, "next": None}})
class Linked(BaseModel):
    class Node(BaseModel):
        value: int
        next: Optional["Linked.Node"] = None

    head: Node


@example(counts={"a": 1}, nested={"x": {"y": 2.5}})
class Maps(BaseModel):
    counts: dict[str, int]
    nested: dict[str, dict[str, float]]


@example(pair=["a", 1], point=[1.0, 2.0], many=[1, 2, 3])
class Tuples(BaseModel):
    class Point(NamedTuple):
        x: float
        y: float

    pair: tuple[str, int]
    point: Point
    many: tuple[int, ...]


@example(names=["a", "b"])
class Sets(BaseModel):
    names: set[str] = Field(max_length=5)


@example(name="a")
class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str


@example(name="a", extra=1)
class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


@example(firstName="a", lastName="b")
class Aliases(BaseModel):
    first: str = Field(alias="firstName")
    last: str = Field(alias="lastName", description="Family name.", examples=["Smith"])


@example(anything={"a": [1]}, items=[1, "a", None])
class Anything(BaseModel):
    anything: Any
    items: list[Any]


@example(price="12.50")
class Decimals(BaseModel):
    price: Decimal = Field(max_digits=6, decimal_places=2)


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    items: list[T]
    total: int


MODELS.append((Page[Cat], {"items": [{"kind": "cat", "lives": 1}], "total": 1}))


class Ints(RootModel[list[int]]):
    pass


class Holder(BaseModel):
    values: Ints


MODELS.append((Holder, {"values": [1, 2]}))


class Row(TypedDict, total=False):
    a: int
    b: str


@example(row={"a": 1})
class Typed(BaseModel):
    row: Row


class Base(BaseModel):
    id: int


@example(id=1, name="a")
class Derived(Base):
    name: str


def tag_of(value):
    return "text" if isinstance(value, str) else "number"


@example(value="a")
class CallableDiscriminator(BaseModel):
    value: Annotated[Union[Annotated[str, Tag("text")], Annotated[int, Tag("number")]], Discriminator(tag_of)]


@example(shape={"kind": "square", "side": 2})
class NestedUnions(BaseModel):
    class Circle(BaseModel):
        kind: Literal["circle"]
        radius: float = Field(gt=0)

    class Square(BaseModel):
        kind: Literal["square"]
        side: float = Field(gt=0)

    class Line(BaseModel):
        kind: Literal["line"]
        length: Optional[float] = None

    shape: Annotated[Union[Annotated[Union[Circle, Square], Field(discriminator="kind")], Line], Field(discriminator="kind")]


@example(ok=True, nothing=None, big=9007199254740991)
class Primitives(BaseModel):
    ok: bool
    nothing: None
    big: int = Field(le=2**53 - 1)


@example(name="a", address={"city": "b", "zip": None})
class Shared(BaseModel):
    class Address(BaseModel):
        city: str
        zip: Optional[str]

    name: str
    address: Address
    billing: Optional[Address] = None


@example(version=2, mode="fast")
class Constants(BaseModel):
    version: Literal[2] = 2
    mode: Literal["fast", "slow"] = "slow"


class Add(BaseModel):
    op: Literal["add"]
    value: int


class Loop(BaseModel):
    op: Literal["loop"]
    times: int = Field(ge=1)
    body: list["Step"] = []


Step = Annotated[Union[Add, Loop], Field(discriminator="op")]


@example(steps=[{"op": "add", "value": 1}, {"op": "loop", "times": 2, "body": [{"op": "add", "value": 3}]}])
class Program(BaseModel):
    steps: list[Step]


assert len(MODELS) == 30, len(MODELS)
for model, values in MODELS:
    try:
        document = json.loads(model.model_validate(values).model_dump_json(by_alias=True, exclude_unset=True))
        schema = model.model_json_schema()
    except Exception as error:
        sys.exit(f"{model.__name__}: {error}")
    row = {"name": model.__name__, "by": f"pydantic {pydantic.VERSION}", "schema": schema, "documents": [document]}
    if model is Open:
        # Most vendors allow no undescribed properties.
        row |= {"documents": [{"name": "a"}], "undescribed": [document]}
    print(json.dumps(row, ensure_ascii=False))
