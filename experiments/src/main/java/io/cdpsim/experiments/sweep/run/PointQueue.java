package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.Point;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * Points that are to run, for as many threads as like to take them, and what became of them. A point ends once: one that was given back and taken again
 * may be ended by both who had it, and the second end counts for nothing. Safe for use by many threads.
 */
public final class PointQueue {
    private final BlockingDeque<Point> waiting;
    private final BlockingQueue<Supplier<PointEnd>> ended = new LinkedBlockingQueue<>();
    private final Set<Integer> open = new HashSet<>();

    PointQueue(Collection<Point> points) {
        waiting = new LinkedBlockingDeque<>(points);
        points.forEach(each -> open.add(each.number()));
    }

    /** The next point to run; waits for one that is given back where all are under way. */
    public Point take() throws InterruptedException {
        return waiting.takeFirst();
    }

    /** Puts a point back that whoever took it cannot end; it is the next to be taken. */
    public void giveBack(Point point) {
        waiting.addFirst(point);
    }

    /** Ends a point that was taken. */
    public void end(PointEnd end) {
        synchronized (open) {
            if (!open.remove(end.point().number())) {
                return;
            }
        }
        ended.add(() -> end);
    }

    /** Lets whoever waits know that a thread has died, and with it the point that it had. */
    void fail(Throwable fault) {
        ended.add(() -> {
            throw new IllegalStateException(fault);
        });
    }

    /** What became of one more point; waits for it. To be asked for as often as there are points. */
    PointEnd awaitEnd() throws InterruptedException {
        return ended.take().get();
    }
}
