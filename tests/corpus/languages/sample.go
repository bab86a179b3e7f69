// A little of everything in Go.
package main

import (
	"fmt"
	str "strings"
	_ "embed"
)

const (
	Low = iota
	High
)

const limit, half = 0x10, 1.5

var (
	names   = []string{"a", "b"}
	lookup  map[string]int
	pending chan<- int
)

type Shape interface {
	Area() float64
	fmt.Stringer
}

type Number interface {
	~int | ~float64
}

type Point struct {
	X, Y int `json:"x"`
	*Base
	tags []string
}

type Handler func(w *Writer, args ...string) (n int, err error)

type Alias = Point

func (p *Point) Area() float64 {
	return float64(p.X*p.Y) + half
}

func Map[T Number, U any](items []T, f func(T) U) []U {
	out := make([]U, 0, len(items))
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

func split(text string) (head, tail string) {
	parts := str.Split(text, ",")
	if n := len(parts); n > 1 {
		return parts[0], parts[n-1]
	} else if n == 0 {
		return
	}
	head = "none\n" + `raw`
	return head, tail[1:3]
}

func main() {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("failed", r.(error))
		}
	}()
	var total, step int = 0, 2
	point := &Point{X: 1, Y: -2, tags: nil}
outer:
	for i := 0; i < limit; i++ {
		switch {
		case i%2 == 0 && !false:
			total += i &^ step
			fallthrough
		case i > 5:
			continue outer
		default:
			break outer
		}
	}
	switch v := any(point).(type) {
	case *Point, nil:
		fmt.Printf("%v %c\n", v, 'x')
	}
	results := make(chan int)
	go func(c chan int) { c <- total << 1 }(results)
	select {
	case r, ok := <-results:
		_, _ = r, ok
	default:
	}
	for {
		total--
		if total < 0 {
			goto end
		}
	}
end:
	lookup["x"] = Map([]int{1, 2}, func(n int) int { return n })[0]
}
