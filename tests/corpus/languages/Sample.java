/* A little of everything in Java. */
package org.example.shapes;

import java.util.*;
import static java.lang.Math.max;

@FunctionalInterface
interface Visitor<T extends Comparable<T>> {
    int LIMIT = 16;
    T visit(Node<? super T> node) throws IllegalStateException;
    default void leave() {}
}

enum Colour {
    RED, GREEN("g") {
        @Override String code() { return "G"; }
    };
    private String text;
    Colour(String... parts) { this.text = parts.length > 0 ? parts[0] : null; }
    String code() { return text; }
}

record Pair<A, B>(A first, B second) {
    Pair {
        if (first == null) throw new NullPointerException("first");
    }
}

public abstract class Sample<T> extends Base implements Visitor<T>, AutoCloseable {
    private static final Map<String, List<Integer>> CACHE = new HashMap<>();
    protected int[] sizes = {1, 2, 0x1F}, more[];
    volatile boolean ready;

    static {
        CACHE.put("none", Collections.emptyList());
    }

    public Sample(int size) {
        super(size);
        this.ready = true;
    }

    @SuppressWarnings({"unchecked", "raw"})
    public <R> R run(final T input, Object... others) {
        long total = 10L;
        for (int i = 0; i < others.length; i++) {
            total += i % 2 == 0 ? sizes[i] : -1;
        }
        outer:
        for (Object other : others) {
            if (other instanceof String text && !text.isEmpty()) {
                continue outer;
            } else {
                break;
            }
        }
        do {
            total >>>= 1;
        } while (total > 1.5e3 || ready);
        while (true) { total++; if (total > 5) break; }
        switch (sizes.length) {
            case 1:
            case 2:
                total = max((int) total, 'c');
                break;
            default:
                synchronized (this) { total--; }
        }
        int kind = switch (Colour.RED) {
            case RED -> 1;
            case GREEN -> { yield 2; }
        };
        try (Reader reader = open("name"); reader) {
            Runnable task = () -> System.out.println(reader);
            Comparator<String> order = String::compareTo;
            task.run();
        } catch (RuntimeException | Error problem) {
            assert kind > 0 : "kind";
            throw problem;
        } finally {
            close();
        }
        int[][] grid = new int[3][];
        return (R) new Object() { int field = grid[0][1]; };
    }
}
