"""A text of HTML, whose elements may lack either of their ends."""

SAMPLE = b"<!DOCTYPE html><div><p>a</p><b>x <i>y</i></b></div><a href='b'>z</a>"
