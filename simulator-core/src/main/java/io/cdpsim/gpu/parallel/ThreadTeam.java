package io.cdpsim.gpu.parallel;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread and some of the JVM's common pool, which share the parts of a task. Who runs which part is left open: the parts must not depend on each other.
 *
 * <p>Each thread begins with a range of parts of its own, the same one in every task of as many parts, since its processor's caches may hold what these use. Then it
 * helps others. A thread of the pool stays for a short while after the last part, since the next task often comes soon, and then leaves the pool to others.
 */
public final class ThreadTeam {
    /** How often a thread looks for the next task before it leaves: some ten microseconds. */
    private static final int LOOKS = 4_000;

    private static final int LOOKS_BEFORE_YIELDING = 500;

    private static final int PART_BITS = 32;
    private static final long PART_MASK = (1L << PART_BITS) - 1;

    /** Counters are a cache line or more apart. */
    private static final int SPACING = 16;

    private final int threads;
    private final ForkJoinPool pool;

    /** For each range the part behind its last, and the next one that nobody has taken. */
    private final AtomicLongArray ranges;

    /** Whether a thread of the pool has a range as its own. */
    private final AtomicLongArray owned;

    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger helpers = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Runs a part of the present task by its number. Written before the parts are offered. */
    private IntConsumer part = number -> {};

    /** @param threads the most threads, the calling one included, at least 1 */
    public ThreadTeam(int threads) {
        this.threads = threads;
        this.pool = ForkJoinPool.commonPool();
        ranges = new AtomicLongArray(threads * SPACING);
        owned = new AtomicLongArray(threads);
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
        for (int i = 0; i < threads; i++) {
            long first = (long) parts * i / threads;
            long end = (long) parts * (i + 1) / threads;
            ranges.set(i * SPACING, end << PART_BITS | first);
        }
        int wanted = Math.min(threads, parts) - 1;
        while (helpers.get() < wanted) {
            helpers.incrementAndGet();
            pool.execute(this::help);
        }
        while (runsOne(0)) {
            // Until all parts are taken.
        }
        for (int looks = 0; done.get() < parts; looks++) {
            waitABit(looks);
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
        return threads;
    }

    private void help() {
        int own = 1;
        while (own < threads && !owned.compareAndSet(own, 0, 1)) {
            own++;
        }
        int looks = 0;
        while (looks < LOOKS) {
            if (runsOne(own)) {
                looks = 0;
            } else {
                waitABit(looks++);
            }
        }
        if (own < threads) {
            owned.set(own, 0);
        }
        helpers.decrementAndGet();
    }

    /** On a computer that is busy with other work, a thread that waits leaves its processor to those that it waits for. */
    @SuppressWarnings(
            "ThreadPriorityCheck") // Correct without it; a hint to the scheduler, which parking would cost too much.
    private static void waitABit(int looks) {
        if (looks < LOOKS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Takes a part, if one is left, and runs it. */
    private boolean runsOne(int own) {
        for (int i = 0; i < threads; i++) {
            int range = (own + i) % threads * SPACING;
            long seen = ranges.get(range);
            if ((seen & PART_MASK) < seen >>> PART_BITS) {
                long taken = ranges.getAndIncrement(range);
                if ((taken & PART_MASK) < taken >>> PART_BITS) {
                    runs((int) (taken & PART_MASK));
                    return true;
                }
            }
        }
        return false;
    }

    private void runs(int number) {
        try {
            part.accept(number);
        } catch (RuntimeException | Error failed) {
            failure.compareAndSet(null, failed);
        } finally {
            done.incrementAndGet();
        }
    }
}
