"""Texts of Python, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
def f(*a):
    try:
        x, *y = [*a]
    except ValueError as e:
        return f(*a); f()
        x = 1  # one
        y = (
            2); z = 3
        # said
    with x as y, open(y) as z:
        return x

class A:
    b = 1
    c = 2
"""
"""Much of the language in few lines; all of it is right."""

WRONG = [
    b"class A:\n",
    b"class A:",
    b"from a import b[0]\n",
    b"def f():\n    if 1:\n    x\n",
    b"x\n    y\n",
    b"class A:\n    x\n  y\n",
    b"try:\n    x\n",
    b"if * a:\n    b\n",
    b"  a\n",
    b"if a as b:\n    c\n",
    b"a: b : c\n",
    b"a: * b\n",
    b"def f(a: * b): 0\n",
    b"for a in b: (): 0\n",
    b"a, b: 0\n",
    b"a: b = c = d\n",
    b"a += b = c\n",
    b"a := b\n",
    b"def f((a)): 0\n",
    b"lambda (a): 0\n",
    b"def f(a=1, b): 0\n",
    b"f(a=1, b)\n",
    b"del f()\n",
    b"del a, 0\n",
    b"with a as f(): 0\n",
    b"type f() = 0\n",
    b"type 0 = 0\n",
    b"type 0[0] = 0\n",
    b"type a.b = 0\n",
    b"type 0 in 0 = 0\n",
    b"try:\n  a\nelse:\n  b\n",
    b"del 0 == 0\n",
    b"del a + b\n",
    b"raise a,\n",
    b"f(,)\n",
    b"class A(,): 0\n",
    b"try:\n    a\n  except B:\n    c\n",
    b"try:\n  a\nexcept B:\n  c\n finally:\n  d\n",
    b"if a:\n    b\n  else:\n    c\n",
    b"if a:\n    b\n  elif c:\n    d\n",
    b"for a in b:\n  c\n else:\n  d\n",
]
RIGHT = [
    SAMPLE,
    b"if 1: x\ny\n",
    b"* a\n",
    b"x\n# said\ny; z\n",
    b"f(\n  a)\ng\n",
    b"\n\nx\ny\n",
    b"with (a as b, c as d): 0\n",
    b"try: a\nexcept (B, C) as d: 0\n",
    b"match a:\n  case [b] as c: 0\n  case (b as c): 0\n",
    b"def f(*a: *b): 0\n",
    b"(a): b = c, d\na.b: c\n",
    b"if a: b\nelif c: d\nelse: e\n",
    b"async def f():\n  async for a in b:\n    c\n  else:\n    d\n",
    b"f(a,)\nf(\n  # none\n)\n",
    b"raise (a,)\n",
    b"a = b = c\n(a := b)\n",
    b"def f(a, b=1, *c, d, **e): 0\nlambda a, b=1: 0\n",
    b"def f(*, a=1, b): 0\nlambda *a, b=1, c: 0\n",
    b"f(a, b=1, *c, d=2, **e)\n",
    b"del a.b, (c), d[0]\n",
    b"with a as (b, c): 0\n",
]
