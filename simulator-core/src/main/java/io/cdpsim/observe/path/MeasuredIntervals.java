package io.cdpsim.observe.path;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The intervals that a program has measured with events of the host. Of overlapping intervals the longest counts, as for devices that run concurrently. */
final class MeasuredIntervals {
    private record Window(long start, long end) {
        long cycles() {
            return end - start;
        }
    }

    private final Map<Long, CausalChain> reached = new HashMap<>();
    private final List<Window> windows = new ArrayList<>();

    /** An event was reached. */
    void reached(long time, CausalChain chain) {
        reached.merge(time, chain, CausalChain::later);
    }

    /** The program reads the time between two events. */
    void measured(long start, long end) {
        if (end < start) {
            return;
        }
        Window window = new Window(start, end);
        int last = windows.size() - 1;
        if (last < 0 || windows.get(last).end <= start) {
            windows.add(window);
        } else if (window.cycles() > windows.get(last).cycles()) {
            windows.set(last, window);
        }
    }

    /** The components of all measured intervals; empty if their sum is not the given time. */
    Optional<CriticalPathBreakdown> parts(long cycles) {
        long sum = windows.stream().mapToLong(Window::cycles).sum();
        if (windows.isEmpty() || sum != cycles) {
            return Optional.empty();
        }
        long start = windows.get(0).start;
        if (windows.size() == 1) {
            return of(windows.get(0));
        }
        Map<CriticalPathComponent, Long> together = new EnumMap<>(CriticalPathComponent.class);
        for (Window each : windows) {
            of(each).ifPresent(parts -> parts.cycles().forEach((part, some) -> together.merge(part, some, Long::sum)));
        }
        return Optional.of(new CriticalPathBreakdown(start, start + sum, together));
    }

    private Optional<CriticalPathBreakdown> of(Window window) {
        return Optional.ofNullable(reached.get(window.end)).map(chain -> chain.between(window.start, window.end));
    }
}
