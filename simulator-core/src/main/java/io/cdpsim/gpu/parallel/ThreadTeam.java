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
    private final ForkJoinPool pool;

    /** The number of parts of the present task, and the next one that nobody has taken. */
    private final AtomicLong tasks = new AtomicLong();

    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger helpers = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Runs a part of the present task by its number. Written before the parts are offered. */
    private IntConsumer part = number -> {};

    /** @param threads the most threads, the calling one included, at least 1 */
    public ThreadTeam(int threads) {
        this.helpersAtMost = threads - 1;
        this.pool = ForkJoinPool.commonPool();
    }

    /**
     * Runs all parts of a task and returns when they are done.
     *
     * @param parts their number; they are numbered from 0
     * @param runs runs a part by its number
     */
    public void run(int parts, IntConsumer runs) {
        part = runs;
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

    /** The most threads that share a task. */
    public int threads() {
        return helpersAtMost + 1;
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
