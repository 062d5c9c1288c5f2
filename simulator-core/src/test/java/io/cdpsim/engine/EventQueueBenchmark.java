package io.cdpsim.engine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.BinaryTree;
import umontreal.ssj.simevents.eventlist.DoublyLinked;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.RedblackTree;
import umontreal.ssj.simevents.eventlist.SplayTree;

/**
 * The hold model: each event, when run, schedules itself again after a delay of {@link HoldDelays}, so that the number of
 * queued events stays. A score is million events a second: an event is taken, given to its handler, and scheduled again.
 *
 * <p>SSJ's event lists run the same model with the same delays, in SSJ's own simulator, with event objects that are used
 * again and again: nothing is allocated there either.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
public class EventQueueBenchmark {
    private static final int BATCH = 100_000;
    private static final long SEED = 20_260_101;

    /** This project's engine, all events given to one handler. */
    @State(Scope.Thread)
    public static class OneHandler {
        @Param({"1000", "100000"})
        public int queued;

        private final Engine engine = new Engine();

        @Setup
        public void fill() {
            Rescheduler.fill(engine, queued, new int[] {new PlainRescheduler(engine).id});
        }
    }

    /** This project's engine, the events given to handlers of four classes, which no compiler can inline. */
    @State(Scope.Thread)
    public static class FourHandlers {
        @Param({"1000", "100000"})
        public int queued;

        private final Engine engine = new Engine();

        @Setup
        public void fill() {
            Rescheduler.fill(engine, queued, new int[] {
                new PlainRescheduler(engine).id,
                new SecondRescheduler(engine).id,
                new ThirdRescheduler(engine).id,
                new FourthRescheduler(engine).id
            });
        }
    }

    /** SSJ's simulator on one of its event lists; DoublyLinked is left out, its time grows with the number queued. */
    @State(Scope.Thread)
    public static class Ssj {
        @Param({"1000", "100000"})
        public int queued;

        @Param({"SplayTree", "Henriksen", "BinaryTree", "RedblackTree"})
        public String list = "";

        private final Simulator simulator = new Simulator();
        private final int[] delays = HoldDelays.drawn(SEED);
        private int next;
        private int left;

        @Setup
        public void fill() {
            simulator.init(newList(list));
            for (int i = 0; i < queued; i++) {
                new SsjEvent(this).schedule(nextDelay());
            }
        }

        int nextDelay() {
            return delays[next++ & delays.length - 1];
        }

        private static EventList newList(String name) {
            return switch (name) {
                case "SplayTree" -> new SplayTree();
                case "Henriksen" -> new Henriksen();
                case "BinaryTree" -> new BinaryTree();
                case "RedblackTree" -> new RedblackTree();
                case "DoublyLinked" -> new DoublyLinked();
                default -> throw new IllegalArgumentException("no such event list: " + name);
            };
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long engine(OneHandler state) {
        return runBatch(state.engine);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long engineFourHandlers(FourHandlers state) {
        return runBatch(state.engine);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public double ssj(Ssj state) {
        state.left = BATCH;
        state.simulator.start();
        return state.simulator.time();
    }

    private static long runBatch(Engine engine) {
        long end = engine.executed() + BATCH;
        engine.runUntil(() -> engine.executed() == end);
        return engine.now();
    }

    private static final class SsjEvent extends Event {
        private final Ssj state;

        SsjEvent(Ssj state) {
            super(state.simulator);
            this.state = state;
        }

        @Override
        public void actions() {
            schedule(state.nextDelay());
            if (--state.left == 0) {
                state.simulator.stop();
            }
        }
    }

    private abstract static sealed class Rescheduler implements EventHandler {
        final int id;
        private final Engine engine;
        private final int[] delays = HoldDelays.drawn(SEED);
        private int next;

        @SuppressWarnings("this-escape")
        Rescheduler(Engine engine) {
            this.engine = engine;
            this.id = engine.register(this);
        }

        static void fill(Engine engine, int queued, int[] handlers) {
            int[] delays = HoldDelays.drawn(SEED);
            for (int i = 0; i < queued; i++) {
                engine.schedule(delays[i & delays.length - 1], handlers[i % handlers.length], i);
            }
        }

        final void reschedule(long nowCycles, long argument) {
            engine.schedule(nowCycles + delays[next++ & delays.length - 1], id, argument);
        }
    }

    private static final class PlainRescheduler extends Rescheduler {
        PlainRescheduler(Engine engine) {
            super(engine);
        }

        @Override
        public void handle(long nowCycles, long argument) {
            reschedule(nowCycles, argument);
        }
    }

    private static final class SecondRescheduler extends Rescheduler {
        SecondRescheduler(Engine engine) {
            super(engine);
        }

        @Override
        public void handle(long nowCycles, long argument) {
            reschedule(nowCycles, argument);
        }
    }

    private static final class ThirdRescheduler extends Rescheduler {
        ThirdRescheduler(Engine engine) {
            super(engine);
        }

        @Override
        public void handle(long nowCycles, long argument) {
            reschedule(nowCycles, argument);
        }
    }

    private static final class FourthRescheduler extends Rescheduler {
        FourthRescheduler(Engine engine) {
            super(engine);
        }

        @Override
        public void handle(long nowCycles, long argument) {
            reschedule(nowCycles, argument);
        }
    }
}
