package io.cdpsim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
    private final Engine engine = new Engine();
    private final List<Long> arguments = new ArrayList<>();
    private final int log = engine.register((now, argument) -> arguments.add(argument));

    @Test
    void aNewEngineIsAtCycleZeroWithNothingToRun() {
        assertThat(engine.now()).isZero();
        assertThat(engine.pending()).isZero();
        assertThat(engine.executed()).isZero();
        assertThat(engine.nextEventTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(engine.step()).isFalse();
        assertThat(engine.runUntil(() -> true)).isFalse();
    }

    @Test
    void handlersAreNumberedFromZero() {
        assertThat(log).isZero();
        assertThat(engine.register((now, argument) -> {})).isEqualTo(1);
    }

    @Test
    void theLastHandlerTakesTheLargestArgument() {
        List<Long> last = new ArrayList<>();
        int handler = log;
        while (handler < Engine.MAX_HANDLERS - 1) {
            handler = engine.register((now, argument) -> last.add(argument));
        }
        engine.schedule(3, handler, Engine.MAX_ARGUMENT);
        engine.schedule(3, handler, 0);
        engine.schedule(3, log, Engine.MAX_ARGUMENT);

        engine.run();

        assertThat(last).containsExactly(Engine.MAX_ARGUMENT, 0L);
        assertThat(arguments).containsExactly(Engine.MAX_ARGUMENT);
    }

    @Test
    void oneHandlerTooManyIsRefused() {
        for (int i = 1; i < Engine.MAX_HANDLERS; i++) {
            engine.register((now, argument) -> {});
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> engine.register((now, argument) -> {}))
                .withMessageContaining("4096");
    }

    @ParameterizedTest
    @CsvSource({
        "99, 0, 0, the clock is at cycle 100",
        "0, 0, 0, the clock is at cycle 100",
        "-1, 0, 0, the clock is at cycle 100",
        "-9223372036854775808, 0, 0, the clock is at cycle 100",
        "9223372036854775807, 0, 0, the latest cycle is 9223372036854775806",
        "100, 1, 0, 'no such handler, 1 registered'",
        "100, -1, 0, 'no such handler, 1 registered'",
        "100, 4096, 0, 'no such handler, 1 registered'",
        "100, 0, -1, the argument must be 0 to 4503599627370495",
        "100, 0, 4503599627370496, the argument must be 0 to 4503599627370495",
    })
    void anEventOutOfRangeIsRefusedAndNotQueued(long time, int handler, long argument, String why) {
        engine.schedule(100, log, 7);
        engine.step();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.schedule(time, handler, argument))
                .withMessageContaining("event at cycle " + time)
                .withMessageContaining(why);
        assertThat(engine.pending()).isZero();
    }

    @Test
    void theClockReachesTheLatestCycle() {
        engine.schedule(Engine.MAX_TIME_CYCLES, log, 1);
        engine.schedule(Engine.MAX_TIME_CYCLES - 1, log, 0);
        assertThat(engine.nextEventTime()).isEqualTo(Engine.MAX_TIME_CYCLES - 1);
        engine.step();
        engine.schedule(Engine.MAX_TIME_CYCLES, log, 2);

        engine.run();

        assertThat(engine.now()).isEqualTo(Engine.MAX_TIME_CYCLES);
        assertThat(arguments).containsExactly(0L, 1L, 2L);
    }

    @Test
    void theClockStaysWhenTheEventsRunOutAndMoreMayFollow() {
        engine.schedule(10, log, 1);
        engine.run();
        assertThat(engine.now()).isEqualTo(10);

        engine.schedule(10, log, 2);
        assertThat(engine.nextEventTime()).isEqualTo(10);
        engine.run();

        assertThat(engine.now()).isEqualTo(10);
        assertThat(arguments).containsExactly(1L, 2L);
    }

    @Test
    void anEventScheduledAtThePresentCycleRunsInItAfterThoseBefore() {
        int again = engine.register((now, argument) -> engine.schedule(now, log, argument));
        engine.schedule(4, again, 3);
        engine.schedule(4, log, 1);
        engine.schedule(4, log, 2);
        engine.schedule(5, log, 4);

        engine.run();

        assertThat(arguments).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void pendingAndExecutedCountEvents() {
        List<Integer> pending = new ArrayList<>();
        List<Long> executed = new ArrayList<>();
        int count = engine.register((now, argument) -> {
            pending.add(engine.pending());
            executed.add(engine.executed());
        });
        engine.schedule(1, count, 0);
        engine.schedule(1_000_000, count, 0);
        assertThat(engine.pending()).isEqualTo(2);

        engine.run();

        assertThat(pending).containsExactly(1, 0);
        assertThat(executed).containsExactly(1L, 2L);
    }

    @Test
    void runUntilStopsAfterTheEventThatMakesTheConditionHold() {
        for (int i = 0; i < 10; i++) {
            engine.schedule(i, log, i);
        }

        assertThat(engine.runUntil(() -> arguments.size() == 4)).isTrue();
        assertThat(arguments).hasSize(4);
        assertThat(engine.now()).isEqualTo(3);
        assertThat(engine.runUntil(() -> false)).isFalse();
        assertThat(arguments).hasSize(10);
    }

    @Test
    void runUntilDoesNotAskAfterAQuietEvent() {
        List<Long> askedAt = new ArrayList<>();
        int quiet = engine.register((now, argument) -> engine.quiet());
        engine.schedule(1, log, 1);
        engine.schedule(2, quiet, 0);
        engine.schedule(3, log, 2);

        assertThat(engine.runUntil(() -> !askedAt.add(engine.now()))).isFalse();
        assertThat(askedAt).containsExactly(1L, 3L);
    }

    @Test
    void anEventWhoseHandlerFailsCountsAsRunAndTheRestStays() {
        int failing = engine.register((now, argument) -> {
            throw new UnsupportedOperationException("on purpose");
        });
        engine.schedule(1, failing, 0);
        engine.schedule(1, log, 1);

        assertThatThrownBy(engine::run).hasMessage("on purpose");
        assertThat(engine.executed()).isEqualTo(1);
        engine.run();

        assertThat(arguments).containsExactly(1L);
    }

    /** Each count waits in another way: a bucket, the wheel's buckets, the heap. */
    @ParameterizedTest
    @ValueSource(longs = {1, 32_000, 100_000_000})
    void aMillionQueuedEventsAllRun(long span) {
        int count = 1_000_000;
        long[] sum = new long[1];
        int add = engine.register((now, argument) -> sum[0] += argument);
        for (int i = 0; i < count; i++) {
            engine.schedule(i * 7_919L % span, add, i);
        }
        assertThat(engine.pending()).isEqualTo(count);

        engine.run();

        assertThat(sum[0]).isEqualTo((count - 1L) * count / 2);
        assertThat(engine.executed()).isEqualTo(count);
    }

    @Test
    void aLimitOfEventsEndsARunBeforeAFurtherEvent() {
        Engine engine = new Engine();
        int[] run = {0};
        int again = engine.register((now, argument) -> {
            run[0]++;
            engine.schedule(now + 1, 0, 0);
        });
        engine.schedule(0, again, 0);
        engine.limitEvents(7);

        assertThatThrownBy(engine::run)
                .isInstanceOf(EventLimitException.class)
                .hasMessageContaining("more than 7 events");
        assertThat(run[0]).isEqualTo(7);
    }

    @Test
    void aLimitedEngineEndsWhenItsThreadIsInterrupted() {
        Engine engine = new Engine();
        int[] run = {0};
        int again = engine.register((now, argument) -> {
            if (++run[0] == 5) {
                Thread.currentThread().interrupt();
            }
            engine.schedule(now + 1, 0, 0);
        });
        engine.schedule(0, again, 0);
        engine.limitEvents(1_000_000);

        try {
            assertThatThrownBy(engine::run).isInstanceOf(CancellationException.class);
            assertThat(run[0]).isLessThan(1_000);
        } finally {
            // The thread is JUnit's.
            Thread.interrupted();
        }
    }
}
