package io.cdpsim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of events, against {@link PriorityQueue} on time and arrival. */
class EngineOrderTest {
    private static final int WHEEL = EventQueue.WHEEL_CYCLES;

    /** Delays that meet the wheel's edge, its turns, and both its levels of bits. */
    private static final long[] EDGE_DELAYS = {
        0, 1, 63, 64, 4_095, 4_096, WHEEL - 1, WHEEL, WHEEL + 1, 2L * WHEEL - 1, 2L * WHEEL, 3L * WHEEL + 5
    };

    static LongStream seeds() {
        return LongStream.range(0, 400);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eventsScheduledByHandlersRunByTimeThenArrival(long seed) {
        Choices choices = new Choices(seed);
        List<Run> expected = new ReferenceModel(choices).run();

        assertThat(new EngineModel(choices).run()).isEqualTo(expected);
        assertThat(expected).hasSizeGreaterThanOrEqualTo(choices.events);
    }

    @Test
    void theSameCallsGiveTheSameRun() {
        Choices choices = new Choices(77);

        assertThat(new EngineModel(choices).run()).isEqualTo(new EngineModel(choices).run());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 1_000, 200_000})
    void eventsOfOneCycleRunInTheOrderOfScheduling(int count) {
        Engine engine = new Engine();
        List<Long> arguments = new ArrayList<>();
        int handler = engine.register((now, argument) -> arguments.add(argument));
        for (int i = 0; i < count; i++) {
            engine.schedule(5, handler, i);
        }

        engine.run();

        assertThat(arguments).isEqualTo(LongStream.range(0, count).boxed().toList());
        assertThat(engine.now()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, WHEEL - 1, WHEEL, WHEEL + 1, 10_000_000})
    void anEventScheduledFromFarRunsBeforeOneOfItsTimeScheduledFromNear(long time) {
        Engine engine = new Engine();
        List<Long> arguments = new ArrayList<>();
        int log = engine.register((now, argument) -> arguments.add(argument));
        int near = engine.register((now, argument) -> engine.schedule(time, log, argument));
        engine.schedule(time, log, 1);
        engine.schedule(time - 1, near, 3);
        engine.schedule(time, log, 2);

        engine.run();

        assertThat(arguments).containsExactly(1L, 2L, 3L);
    }

    @ParameterizedTest
    @MethodSource("edges")
    void anEventAtTheEdgeOfTheWheelRunsAtItsTimeFromAnyPresentCycle(long present, long delay) {
        Engine engine = new Engine();
        List<Long> times = new ArrayList<>();
        int log = engine.register((now, argument) -> times.add(now));
        engine.schedule(present, log, 0);
        engine.step();

        engine.schedule(present + delay, log, 0);

        assertThat(engine.nextEventTime()).isEqualTo(present + delay);
        assertThat(engine.now()).isEqualTo(present);
        assertThat(engine.step()).isTrue();
        assertThat(times).containsExactly(present, present + delay);
        assertThat(engine.now()).isEqualTo(present + delay);
        assertThat(engine.nextEventTime()).isEqualTo(Long.MAX_VALUE);
    }

    static Stream<Arguments> edges() {
        return LongStream.of(0, 1, 63, WHEEL - 1, WHEEL, WHEEL + 1, 5L * WHEEL + 17, 1L << 40)
                .boxed()
                .flatMap(present -> LongStream.of(EDGE_DELAYS).mapToObj(delay -> arguments(present, delay)));
    }

    /** An event run: when, for which handler, with which argument. */
    private record Run(long timeCycles, int handler, long argument) {}

    /** An event of the reference. */
    private record Queued(long timeCycles, long arrival, int handler, long argument) {}

    /** What a program does, as a function of the seed and the event being run: no two models can differ by it. */
    private static final class Choices {
        static final int HANDLERS = 3;

        final long seed;
        final int events;
        final int initial;
        private final int kind;

        Choices(long seed) {
            this.seed = seed;
            SplittableRandom random = new SplittableRandom(seed);
            this.kind = random.nextInt(5);
            this.initial = random.nextInt(1, 300);
            this.events = initial + random.nextInt(2_000);
        }

        /** Delays of what event number {@code argument} schedules. */
        long[] delaysAfter(long argument) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + argument);
            int count = argument % 5 == 4 ? random.nextInt(4) : random.nextInt(1, 3);
            long[] delays = new long[count];
            for (int i = 0; i < count; i++) {
                delays[i] = delay(random);
            }
            return delays;
        }

        long delay(SplittableRandom random) {
            return switch (kind) {
                case 0 -> random.nextInt(4);
                case 1 -> random.nextInt(1_000);
                case 2 -> EDGE_DELAYS[random.nextInt(EDGE_DELAYS.length)];
                case 3 -> random.nextInt(10) == 0 ? random.nextInt(10_000, 10_000_000) : random.nextInt(1, 1_000);
                default -> (long) random.nextInt(5) * (WHEEL / 2) + random.nextInt(2);
            };
        }

        int handler(long argument) {
            return (int) (argument % HANDLERS);
        }
    }

    /** Runs the program of some choices on the queue that a subclass brings. */
    private abstract static class Model {
        final Choices choices;
        final List<Run> runs = new ArrayList<>();
        private long scheduled;

        Model(Choices choices) {
            this.choices = choices;
        }

        abstract void schedule(long timeCycles, int handler, long argument);

        final void start() {
            SplittableRandom random = new SplittableRandom(~choices.seed);
            for (int i = 0; i < choices.initial; i++) {
                scheduleNext(choices.delay(random));
            }
        }

        final void handled(long nowCycles, int handler, long argument) {
            runs.add(new Run(nowCycles, handler, argument));
            for (long delay : choices.delaysAfter(argument)) {
                if (scheduled < choices.events) {
                    scheduleNext(nowCycles + delay);
                }
            }
        }

        private void scheduleNext(long timeCycles) {
            long argument = scheduled++;
            schedule(timeCycles, choices.handler(argument), argument);
        }
    }

    private static final class EngineModel extends Model {
        private final Engine engine = new Engine();

        EngineModel(Choices choices) {
            super(choices);
        }

        List<Run> run() {
            for (int i = 0; i < Choices.HANDLERS; i++) {
                int handler = i;
                engine.register((now, argument) -> handled(now, handler, argument));
            }
            start();
            engine.run();
            return runs;
        }

        @Override
        void schedule(long timeCycles, int handler, long argument) {
            engine.schedule(timeCycles, handler, argument);
        }
    }

    private static final class ReferenceModel extends Model {
        private final PriorityQueue<Queued> queue =
                new PriorityQueue<>(Comparator.comparingLong(Queued::timeCycles).thenComparingLong(Queued::arrival));
        private long arrivals;

        ReferenceModel(Choices choices) {
            super(choices);
        }

        List<Run> run() {
            start();
            for (Queued event = queue.poll(); event != null; event = queue.poll()) {
                handled(event.timeCycles, event.handler, event.argument);
            }
            return runs;
        }

        @Override
        void schedule(long timeCycles, int handler, long argument) {
            queue.add(new Queued(timeCycles, arrivals++, handler, argument));
        }
    }
}
