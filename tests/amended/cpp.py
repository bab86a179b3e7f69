"""Texts of C++, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
#include <cstddef>
namespace n {
template <class T, unsigned N> class s;
template <class T> class s<T, 1> {
public:
    explicit s(T t) : t_(static_cast<T>(t)) { }
    template <class U> operator U() const noexcept { return U(t_); }
    template <class U> s<U, 1> &with(U u);
private:
    T t_;
};
template <class T> template <class U> s<U, 1> &s<T, 1>::with(U u) { static s<U, 1> a(u); return a; }
template <> class s<int, 1> { public: s() = default; virtual ~s() { } };
template <class T> concept c = requires(T t) { t + 1; };
template <class T> constexpr T v = T(1);
template <c T> using t = decltype([](T t) { return t; });
template <> const int v<int> = 2;
auto f(c auto a) -> int { switch (a) { case 1: return unsigned(a); default: return {}; } }
}
class s { s(); friend class a; union { int i; float f; }; };
s::s() : i(1) { try { throw 1; } catch (...) { } }
extern "C" { int g(void); }
static_assert(sizeof(int) == 4);
"""
"""Much of the language in few lines; all of it is right."""

WRONG = [
    b"int f() { return 1; } return 1;",
    b"namespace a { { int i; } }",
    b"namespace a { for (int i : {1}) ; }",
    b"int f { return 1; }",
    b"int &f { return 1; }",
    b"struct s { auto f { return 1; } };",
    b"f() { }",
    b"struct s { f() { } };",
    b"struct s { constexpr int f() const { } };",
    b"void f() { int; }",
    b"struct s { int; };",
    b"#include <cstddef>\nvoid f() { std a; }",
    b"#include <cstddef>\nint a = std;",
    b"void f() { void g() { } }",
    b"void f() { template <class T> struct s; }",
    b"template <class T> int;",
    b"template <class T> enum e { a };",
    b"template <class T> class { };",
    b"template <> struct s { };",
    b"template <> using t = int;",
    b"template <class T> template <class U> struct s { };",
    b"template <class T> template <class U> concept c = true;",
    b"struct s { template <class T> concept c = true; };",
    b"void f() { case 1: ; }",
    b"#include stdio\n",
    b"int int(int i) { return i; }",
    b"struct s { int int[3]; };",
]
RIGHT = [
    SAMPLE,
    b"main() { }",
    b"struct s { int : 3; constexpr s() { } constexpr void f() { } };",
    b"template <class T> struct s { constexpr T f() { } };",
    b"template <class T> struct s { s() { } s(T) : a{} { } ~s() { } T a; };",
]
