package io.cdpsim.runtime.host;

import io.cdpsim.profile.HostApiSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads of the host that run beside each other in simulated time. Each is a thread of Java too, but only one of all has its turn at a
 * time: it runs until a call of its takes time, and simulated time moves only when all wait. Of those that may go on at the same time the
 * one that was made first does, so that the same program gives the same run.
 */
final class HostThreads {
    private final HostThread time;
    private final HostApiSpec costs;
    private final Semaphore givenBack = new Semaphore(0);
    private boolean abandoned;

    /** What a thread does, and what is its own when it has its turn. */
    interface Body {
        /** Its program. */
        void run();

        /** It has its turn from now on. */
        void resumes();

        /** It has no longer. */
        void pauses();
    }

    /** Ends a thread that will never have its turn again. */
    private static final class Abandoned extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A thread. */
    private final class Running implements HostThread.Turn {
        private final Body body;
        private final Semaphore turn = new Semaphore(0);
        private String awaited = "its begin";
        private BooleanSupplier condition;
        private boolean ended;
        private @Nullable RuntimeException thrown;

        Running(Body body, BooleanSupplier begins) {
            this.body = body;
            condition = begins;
            Thread thread = new Thread(this::live, "simulated host thread");
            thread.setDaemon(true);
            thread.start();
        }

        private void live() {
            try {
                turn.acquireUninterruptibly();
                if (!abandoned) {
                    body.run();
                }
            } catch (Abandoned e) {
                // Whoever waits for the threads knows why.
            } catch (RuntimeException e) {
                thrown = e;
            } finally {
                ended = true;
                givenBack.release();
            }
        }

        @Override
        public void await(String what, BooleanSupplier until) {
            awaited = what;
            condition = until;
            givenBack.release();
            turn.acquireUninterruptibly();
            if (abandoned) {
                throw new Abandoned();
            }
        }

        boolean mayGoOn() {
            return !ended && (condition.getAsBoolean() || time.isFaulted());
        }

        void goOn() {
            body.resumes();
            time.turnOf(this);
            turn.release();
            givenBack.acquireUninterruptibly();
            time.turnOf(null);
            body.pauses();
        }
    }

    /**
     * @param time where simulated time moves
     * @param costs what making and ending threads takes
     */
    HostThreads(HostThread time, HostApiSpec costs) {
        this.time = time;
        this.costs = costs;
    }

    /** Makes the threads one after the other, and waits for all. @throws RuntimeException what the first that failed has thrown */
    void run(List<Body> bodies) {
        if (time.isTurnOfAThread()) {
            throw new IllegalStateException("a thread of the host that was made so makes no others");
        }
        List<Running> all = new ArrayList<>();
        try {
            for (int i = 0; i < bodies.size(); i++) {
                double after = (i + 1) * costs.threadCreateNanos() + costs.threadStartNanos();
                all.add(new Running(bodies.get(i), time.alarm(after)));
            }
            while (all.stream().anyMatch(each -> !each.ended)) {
                runThoseThatMay(all);
            }
        } finally {
            abandon(all);
        }
        for (Running each : all) {
            if (each.thrown != null) {
                throw each.thrown;
            }
        }
        time.spend(costs.threadEndNanos());
    }

    private void runThoseThatMay(List<Running> all) {
        boolean any = false;
        for (Running each : all) {
            if (each.mayGoOn()) {
                any = true;
                each.goOn();
            }
        }
        if (!any) {
            Running first = all.stream().filter(each -> !each.ended).findFirst().orElseThrow();
            time.waitUntil(first.awaited, () -> all.stream().anyMatch(Running::mayGoOn));
        }
    }

    private void abandon(List<Running> all) {
        abandoned = true;
        for (Running each : all) {
            if (!each.ended) {
                each.turn.release();
                givenBack.acquireUninterruptibly();
            }
        }
        abandoned = false;
    }
}
