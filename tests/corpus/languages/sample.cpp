// A little of everything in C++.
#include <vector>
#include <string>

namespace shapes {

using Real = double;
enum class Kind : int { Circle, Square = 3 };

template <typename T, int N = 4>
class Buffer {
public:
    explicit Buffer(const T &first) : items_{first}, used_(1) {}
    virtual ~Buffer() = default;
    Buffer(const Buffer &) = delete;
    T &operator[](int i) { return items_[i]; }
    bool empty() const noexcept { return used_ == 0; }

private:
    T items_[N];
    int used_ = 0;
};

struct Shape {
    virtual Real area() const = 0;
    static int count;
    friend bool operator==(const Shape &a, const Shape &b);
};

class Circle final : public Shape {
    Real radius;

public:
    Circle(Real r) : radius(r) {}
    Real area() const override { return 3.14 * radius * radius; }
};

int Shape::count = 0;

template <typename F>
auto apply(F &&f, int n) -> decltype(f(n))
{
    return f(n);
}

} // namespace shapes

template <>
struct std::hash<shapes::Kind>;

static constexpr auto greeting = R"(raw text)";

int main(int argc, char **argv)
{
    using namespace shapes;
    std::vector<std::string> words{"one", "two"};
    Buffer<int, 8> buffer(1);
    int total = 0;
    auto twice = [&total, argc](int n) mutable { total += n; return 2 * n; };
    for (const auto &word : words) {
        if (word.empty() || word[0] == 'o')
            continue;
        total += static_cast<int>(word.size());
    }
    for (int i = 0; i < 3; ++i)
        total ^= apply(twice, i);
    try {
        Shape *shape = new Circle(2.0);
        if (auto *circle = dynamic_cast<Circle *>(shape); circle != nullptr)
            throw std::runtime_error("round");
        delete shape;
    } catch (const std::exception &problem) {
        return 1;
    } catch (...) {
        total = argc > 1 ? -1 : 0;
    }
    switch (static_cast<Kind>(total)) {
    case Kind::Circle:
        break;
    default:
        return total;
    }
    while (total--)
        buffer[0] = total;
    return 0;
}
