"""Vince 2024, Fig. 7.1 to 7.4: what pruning has to leave and hoisting takes away."""

from collections.abc import Iterator

import pytest

from oracles import Oracle, reduce_inline
from papers.compilers import (
    compiled_by_gcc,
    judged_by_java,
    needs_gcc,
    needs_jdk,
    squeezed,
)

FIGURE_7_1 = rb"""int main() {
    if (1) {
        printf("Hello world!\n");
    }
}
"""
FIGURE_7_2 = rb"""int main() {
    printf("Hello world!\n");
}
"""

FIGURE_7_3 = b"""public class LocalizedPi {
    private static String decSeparator(String locale) {
        if (locale.equals("en")) {
            return ".";
        }
        throw new RuntimeException("Unsupported locale");
    }
    private static String formatParts(String intPart, String fracPart, String decSep) {
        return intPart.concat(decSep).concat(fracPart);
    }
    public static void main(String[] args) {
        String pi = formatParts("3", "14", decSeparator(args[0]));
        System.out.println(pi);
    }
}
"""
"""As printed it does not compile: `Exception` is checked."""

FIGURE_7_4_A = b"""class LocalizedPi {
    static String decSeparator(String locale) {
        if (locale.equals("en")) {
            return "";
        }
        throw new RuntimeException("Unsupported locale");
    }
    static String formatParts(String intPart, String fracPart, String decSep) {
        return decSep;
    }
    public static void main(String[] args) {
        String a = formatParts("", "", decSeparator(args[0]));
    }
}
"""
FIGURE_7_4_B = b"""class LocalizedPi {
    static String decSeparator(String locale) {
        if (locale.equals("en")) {
            return "";
        }
        throw new RuntimeException("Unsupported locale");
    }
    public static void main(String[] args) {
        String a = decSeparator(args[0]);
    }
}
"""

PRUNING = ["hdd*", "hddr*", "coarse-hdd*", "coarse-hddr*"]


@pytest.fixture(scope="module")
def greets(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    folder = tmp_path_factory.mktemp("figure-7-1")
    return compiled_by_gcc(folder, "-Werror=implicit-int", b"Hello world!\n")


@needs_gcc
@pytest.mark.parametrize("strategy", PRUNING)
def test_pruning_can_take_nothing_from_figure_7_1(greets: Oracle, strategy: str) -> None:
    assert reduce_inline(FIGURE_7_1, greets, strategy, "a.c").text == FIGURE_7_1


@needs_gcc
@pytest.mark.parametrize(
    "strategy",
    [
        *("hoist*", "hoistr*", "coarse-hoist*", "coarse-hoistr*", "hddh*", "hddhr*"),
        *("hoist*+hdd*", "hoist*+hddh*", "hoistr*+hddr*", "hoistr*+hddhr*"),
        *("coarse-hddh*", "coarse-hddhr*"),
        *("coarse-hoist*+coarse-hdd*", "coarse-hoist*+coarse-hddh*"),
        *("coarse-hoistr*+coarse-hddr*", "coarse-hoistr*+coarse-hddhr*"),
    ],
)
def test_hoisting_makes_figure_7_2_of_it(greets: Oracle, strategy: str) -> None:
    found = reduce_inline(FIGURE_7_1, greets, strategy, "a.c").text
    assert squeezed(found) == squeezed(FIGURE_7_2)


@pytest.fixture(scope="module")
def refuses_hu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    with judged_by_java(tmp_path_factory.mktemp("figure-7-3")) as oracle:
        yield oracle


@needs_jdk
def test_the_oracle_of_figure_7_3_accepts_what_the_paper_prints(refuses_hu: Oracle) -> None:
    assert refuses_hu(FIGURE_7_3)
    assert refuses_hu(FIGURE_7_4_A)
    assert refuses_hu(FIGURE_7_4_B)
    assert not refuses_hu(FIGURE_7_4_B.replace(b"Unsupported", b""))
    assert not refuses_hu(FIGURE_7_4_B.replace(b'"en"', b'"hu"'))
    assert not refuses_hu(b"")


@needs_jdk
@pytest.mark.parametrize("strategy", ["hddr*", "coarse-hdd*"])
def test_pruning_leaves_both_methods_of_figure_7_3(refuses_hu: Oracle, strategy: str) -> None:
    found = reduce_inline(FIGURE_7_3, refuses_hu, strategy, "LocalizedPi.java").text
    assert b"formatParts(" in found
    assert b"decSeparator(args[0])" in found


@needs_jdk
@pytest.mark.parametrize("strategy", ["hoist*+hdd*", "hoistr*+hddhr*"])
def test_hoisting_makes_figure_7_4_b_of_it(refuses_hu: Oracle, strategy: str) -> None:
    found = reduce_inline(FIGURE_7_3, refuses_hu, strategy, "LocalizedPi.java").text
    # The paper's grammar has a shortest identifier, `a`; names are left as they are here.
    assert squeezed(found).replace(b"Stringpi=", b"Stringa=") == squeezed(FIGURE_7_4_B)
