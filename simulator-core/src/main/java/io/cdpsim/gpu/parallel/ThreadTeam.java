package io.cdpsim.gpu.parallel;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread and some of the JVM's common pool, which share the parts of a task. Who runs which part is left open: the parts must not depend on each other.
 *
 * <p>A thread of the pool stays for a short while after the last part, since the next task often comes soon, and then leaves the pool to others.
 */
public final class ThreadTeam {
    /** How often a thread looks for the next task before it leaves: some ten microseconds. */
    private static final int LOOKS = 4_000;

    private static final int PARTS_BITS = 32;
    private static final long PARTS_MASK = (1L << PARTS_BITS) - 1;

    private final int helpersAtMost;
    private final IntConsumer part;
    private final ForkJoinPool pool;

    /** The number of parts of the present task, and the next one that nobody has taken. */
    private final AtomicLong tasks = new AtomicLong();

    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger helpers = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * A team that runs tasks of one kind.
     *
     * @param threads the most threads, the calling one included, at least 1
     * @param part runs a part of the task by its number
     */
    public ThreadTeam(int threads, IntConsumer part) {
        this.helpersAtMost = threads - 1;
        this.part = part;
        this.pool = ForkJoinPool.commonPool();
    }

    /**
     * Runs all parts of a task and returns when they are done.
     *
     * @param parts their number; they are numbered from 0
     */
    public void run(int parts) {
        done.set(0);
        tasks.set((long) parts << PARTS_BITS);
        int wanted = Math.min(helpersAtMost, parts - 1);
        while (helpers.get() < wanted) {
            helpers.incrementAndGet();
            pool.execute(this::help);
        }
        while (runsOne()) {
            // Until all parts are taken.
        }
        while (done.get() < parts) {
            Thread.onSpinWait();
        }
        Throwable failed = failure.getAndSet(null);
        if (failed instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
    }

    private void help() {
        int looks = 0;
        while (looks < LOOKS) {
            if (runsOne()) {
                looks = 0;
            } else {
                looks++;
                Thread.onSpinWait();
            }
        }
        helpers.decrementAndGet();
    }

    /** Takes a part, if one is left, and runs it. */
    private boolean runsOne() {
        long seen = tasks.get();
        if ((seen & PARTS_MASK) >= seen >>> PARTS_BITS) {
            return false;
        }
        long taken = tasks.getAndIncrement();
        if ((taken & PARTS_MASK) >= taken >>> PARTS_BITS) {
            return false;
        }
        try {
            part.accept((int) (taken & PARTS_MASK));
        } catch (RuntimeException | Error failed) {
            failure.compareAndSet(null, failed);
        } finally {
            done.incrementAndGet();
        }
        return true;
    }
}
