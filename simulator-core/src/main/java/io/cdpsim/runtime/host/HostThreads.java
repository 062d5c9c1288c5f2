package io.cdpsim.runtime.host;

import io.cdpsim.profile.HostApiSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Host threads that run concurrently in simulated time. Each is a Java thread, but only one of them executes at a time: it runs
 * until one of its calls takes time, and simulated time advances only while all wait. Of several threads that can continue, the
 * one created first does, so the same program gives the same run.
 */
final class HostThreads {
    private final HostThread time;
    private final HostApiSpec costs;
    private final Semaphore yielded = new Semaphore(0);
    private boolean abandoned;

    /** The program of a thread, and callbacks around its execution. */
    interface Body {
        /** The program of the thread. */
        void run();

        /** The thread is about to execute. */
        void resumed();

        /** The thread has stopped executing, for now or for ever. */
        void paused();
    }

    /** Ends a thread that will never execute again. */
    private static final class ThreadAbandonedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A host thread and the condition that it waits for. */
    private final class ProgramThread implements HostThread.ConcurrentThread {
        private final Body body;
        private final Semaphore permit = new Semaphore(0);
        private String awaited = "its start";
        private BooleanSupplier condition;
        private boolean ended;
        private @Nullable RuntimeException thrown;

        ProgramThread(Body body, BooleanSupplier isCreated) {
            this.body = body;
            condition = isCreated;
            Thread thread = new Thread(this::execute, "simulated host thread");
            thread.setDaemon(true);
            thread.start();
        }

        private void execute() {
            try {
                permit.acquireUninterruptibly();
                if (!abandoned) {
                    body.run();
                }
            } catch (ThreadAbandonedException e) {
                // The thread that waits for this one knows why.
            } catch (RuntimeException e) {
                thrown = e;
            } finally {
                ended = true;
                yielded.release();
            }
        }

        @Override
        public void await(String description, BooleanSupplier newCondition) {
            awaited = description;
            condition = newCondition;
            yielded.release();
            permit.acquireUninterruptibly();
            if (abandoned) {
                throw new ThreadAbandonedException();
            }
        }

        boolean canContinue() {
            return !ended && (condition.getAsBoolean() || time.isFaulted());
        }

        void resume() {
            body.resumed();
            time.setExecuting(this);
            permit.release();
            yielded.acquireUninterruptibly();
            time.setExecuting(null);
            body.paused();
        }
    }

    /**
     * @param time the time of the host
     * @param costs the costs of creating and joining threads
     */
    HostThreads(HostThread time, HostApiSpec costs) {
        this.time = time;
        this.costs = costs;
    }

    /**
     * Creates the threads one after the other and joins all of them. @throws RuntimeException the exception of the first failed
     * thread
     */
    void run(List<Body> bodies) {
        if (time.isInConcurrentThread()) {
            throw new IllegalStateException("a host thread of Host.inThreads cannot create further ones");
        }
        List<ProgramThread> all = new ArrayList<>();
        try {
            for (int i = 0; i < bodies.size(); i++) {
                double delayNanos = (i + 1) * costs.threadCreateNanos() + costs.threadStartNanos();
                all.add(new ProgramThread(bodies.get(i), time.alarm(delayNanos)));
            }
            while (all.stream().anyMatch(each -> !each.ended)) {
                resumeReady(all);
            }
        } finally {
            abandon(all);
        }
        for (ProgramThread each : all) {
            if (each.thrown != null) {
                throw each.thrown;
            }
        }
        time.spend(costs.threadEndNanos());
    }

    private void resumeReady(List<ProgramThread> all) {
        boolean any = false;
        for (ProgramThread each : all) {
            if (each.canContinue()) {
                any = true;
                each.resume();
            }
        }
        if (!any) {
            ProgramThread first =
                    all.stream().filter(each -> !each.ended).findFirst().orElseThrow();
            time.waitUntil(first.awaited, () -> all.stream().anyMatch(ProgramThread::canContinue));
        }
    }

    private void abandon(List<ProgramThread> all) {
        abandoned = true;
        for (ProgramThread each : all) {
            if (!each.ended) {
                each.permit.release();
                yielded.acquireUninterruptibly();
            }
        }
        abandoned = false;
    }
}
