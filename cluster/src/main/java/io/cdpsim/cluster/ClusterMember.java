package io.cdpsim.cluster;

import io.cdpsim.experiments.sweep.plan.Point;
import io.cdpsim.experiments.sweep.run.PointEnd;
import io.cdpsim.experiments.sweep.run.PointQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A worker as a sweep has it: takes as many points at a time as it can run, gives back those of a worker that is lost, and takes points again when
 * it is back.
 */
final class ClusterMember {
    private static final int PING_SECONDS = 2;

    /** A worker whose processors are all busy, or that collects garbage, answers late. */
    private static final long LOST_AFTER_SECONDS = 30;

    private static final int RETRY_SECONDS = 5;

    private final WorkerConnection worker;
    private final Consumer<String> notices;

    /**
     * A worker.
     *
     * @param notices told when it is lost and when it is back
     */
    ClusterMember(WorkerConnection worker, Consumer<String> notices) {
        this.worker = worker;
        this.notices = notices;
    }

    /**
     * Has points run until the thread is interrupted, or the worker refuses them.
     *
     * @param atATime how many the worker said that it runs
     */
    void work(PointQueue queue, int atATime) {
        int slots = atATime;
        try {
            while (true) {
                int done = serve(queue, slots);
                slots = back();
                if (done == 0) {
                    // It is there, and nothing but mishaps: not at once again
                    TimeUnit.SECONDS.sleep(RETRY_SECONDS);
                }
            }
        } catch (RefusedException e) {
            notices.accept("the worker " + worker.address() + " " + e.reason() + "; it gets no more points");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the worker is there, and introduces the sweep. */
    private int back() throws RefusedException, InterruptedException {
        boolean told = false;
        while (true) {
            try {
                int slots = worker.introduce();
                if (told) {
                    notices.accept("the worker " + worker.address() + " is back");
                }
                return slots;
            } catch (IOException e) {
                if (!told) {
                    notices.accept("lost the worker " + worker.address() + ": " + WorkerConnection.reason(e)
                            + "; its points run elsewhere");
                    told = true;
                }
                TimeUnit.SECONDS.sleep(RETRY_SECONDS);
            }
        }
    }

    /** Has points run until the worker is lost; gives how many. */
    private int serve(PointQueue queue, int slots) throws InterruptedException {
        CountDownLatch broken = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            Thread thread = new Thread(() -> slot(queue, broken, done), "cluster-point");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            long answered = System.nanoTime();
            while (!broken.await(PING_SECONDS, TimeUnit.SECONDS)) {
                try {
                    worker.ping();
                    answered = System.nanoTime();
                } catch (IOException e) {
                    if (System.nanoTime() - answered > TimeUnit.SECONDS.toNanos(LOST_AFTER_SECONDS)) {
                        break;
                    }
                }
            }
            return done.get();
        } finally {
            threads.forEach(Thread::interrupt);
        }
    }

    /** Has one point after the other run. */
    private void slot(PointQueue queue, CountDownLatch broken, AtomicInteger done) {
        try {
            while (true) {
                one(queue);
                done.incrementAndGet();
            }
        } catch (IOException e) {
            broken.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(PointQueue queue) throws IOException, InterruptedException {
        Point point = queue.take();
        boolean ended = false;
        try {
            PointEnd end = worker.run(point);
            queue.end(end);
            ended = true;
        } finally {
            if (!ended) {
                queue.giveBack(point);
            }
        }
    }
}
