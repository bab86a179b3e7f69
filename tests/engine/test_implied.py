"""What a method does that nothing mentions stands for the objects that the language calls it on."""

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain, tight

IMPLIED = [
    (
        "python",  # of what makes the object
        b"class A:\n    b = []\n    def __iter__(self):\n        yield from self.b\nf(*A())\n",
        b"class A:\n    b = []\nf(*A().b)\n",
    ),
    (
        "python",  # of the variable that it is given to
        b"class A:\n    b = 1\n    def __str__(self):\n        return g(self.b)\n"
        b"a = A()\na.b += 1\nprint(a)\n",
        b"class A:\n    b = 1\na = A()\na.b += 1\nprint(g(a.b))\n",
    ),
    (
        "java",  # whose members need no `this`
        b'class A { int b; public String toString() { return b + "c"; } }'
        b" class D { void d() { f(new A()); } }",
        b'class A { int b; } class D { void d() { f(new A().b + "c"); } }',
    ),
    (
        "javascript",  # of a class that is derived from the method's
        b"class A { a() { return 1 } toString() { return this.b } } class B extends A { }"
        b" f('' + new B(1));",
        b"class A { a() { return 1 } } class B extends A { } f('' + new B(1).b);",
    ),
    (
        "javascript",  # which may have no name
        b"class A { a() { return 1 } toString() { return this.b } }"
        b" f([0][new class extends A { c = 1 }(1)]);",
        b"class A { a() { return 1 } } f([0][new class extends A { c = 1 }(1).b]);",
    ),
]


@pytest.mark.parametrize("language,text,wanted", IMPLIED)
def test_what_a_method_does_that_nothing_mentions_stands_for_an_object(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


@pytest.mark.parametrize(
    "language,text",
    [
        ("python", b"class A:\n    def __init__(self):\n        self.b = 1\nf(A())\n"),
        ("python", b"class A:\n    def g(self):\n        return self.b\nf(h())\n"),
        ("javascript", b"f(new class { toString() { return this.b } }())"),
    ],
)
def test_not_of_one_that_makes_it_nor_of_another_object(language: str, text: bytes) -> None:
    """Nor if the method is written in what makes the object."""
    assert not any(b").b" in tight(each) for each in asked_in_vain(calls, language, text))


def test_an_object_at_the_end_of_a_text_has_no_sign_behind_it() -> None:
    text = (
        b"class A:\n    def __str__(self):\n        self.b\n    def __len__(self):\n        c\nA()"
    )
    assert any(each.endswith(b"A().b") for each in asked_in_vain(calls, "python", text))
