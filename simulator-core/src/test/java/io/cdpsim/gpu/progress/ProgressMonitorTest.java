package io.cdpsim.gpu.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Agenda;
import io.cdpsim.engine.Engine;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.execution.LaneState;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Warps that do nothing but jump back every few cycles, and change their registers as the test says. */
class ProgressMonitorTest {
    private static final long PERIOD_CYCLES = 50;
    private static final long END_CYCLES = 20_000_000;

    private final Engine engine = new Engine();
    private final ProgressMonitor watch = new ProgressMonitor(engine);
    private final Kernel kernel = kernel();
    private final Turns turns = new Turns();

    ProgressMonitorTest() {
        engine.attach(turns);
    }

    private static Kernel kernel() {
        KernelBuilder builder = new KernelBuilder("spin");
        builder.threadX();
        return builder.build();
    }

    /** When warps go on. */
    private static final class Turns implements Agenda {
        private record Turn(long cycle, Runnable runs) {}

        private final PriorityQueue<Turn> queue = new PriorityQueue<>(Comparator.comparingLong(Turn::cycle));

        void at(long cycle, Runnable runs) {
            queue.add(new Turn(cycle, runs));
        }

        @Override
        public long nextTime() {
            Turn next = queue.peek();
            return next == null ? Long.MAX_VALUE : next.cycle();
        }

        @Override
        public void run(long now) {
            queue.remove().runs().run();
        }

        @Override
        public int pending() {
            return 0;
        }
    }

    private final class Spinner {
        private final LaneState state = new LaneState(kernel);
        private final LoopHistory history = new LoopHistory();
        private final Consumer<Spinner> change;
        private int turnsUntilParked = Integer.MAX_VALUE;

        private Spinner(Consumer<Spinner> change) {
            this.change = change;
            state.start(kernel, 1);
            goesOn();
        }

        private void goesOn() {
            watch.warpsWait(1);
            turns.at(engine.now() + PERIOD_CYCLES, this::turn);
        }

        private void turn() {
            watch.warpsWait(-1);
            change.accept(this);
            if (watch.isWatching() && watch.loopsBack(history, state)) {
                return;
            }
            if (watch.isWatching() && --turnsUntilParked == 0) {
                watch.parked(history);
            } else {
                goesOn();
            }
        }
    }

    private boolean findsOutThatAllAreStuck() {
        watch.progressed();
        engine.runUntil(() -> watch.stuck() || engine.now() > END_CYCLES);
        return watch.stuck();
    }

    @Test
    void warpsThatOnlyRepeatThemselvesAreStuck() {
        new Spinner(it -> {});
        // This one comes back to the same state after three turns.
        new Spinner(it -> it.state.registers()[0] = (it.state.registers()[0] + 1) % 3);

        assertThat(findsOutThatAllAreStuck()).isTrue();
        assertThat(watch.lastProgress()).isZero();
    }

    /** Such as a warp at a fence, with which all starts again. */
    @Test
    void nothingIsStuckWhileAWarpTakesLongAndOthersAreParked() {
        watch.warpsWait(1);
        turns.at(2 * END_CYCLES, () -> watch.warpsWait(-1));
        for (int turns = 3; turns < 6; turns++) {
            new Spinner(it -> {}).turnsUntilParked = turns;
        }

        assertThat(findsOutThatAllAreStuck()).isFalse();
    }

    @Test
    void nothingIsStuckWhileOneWarpCounts() {
        new Spinner(it -> {});
        new Spinner(it -> it.state.registers()[0]++);

        assertThat(findsOutThatAllAreStuck()).isFalse();
    }

    @Test
    void aWarpThatReadsTheClockIsNotTakenForARepetition() {
        new Spinner(it -> it.history.readsClock());

        assertThat(findsOutThatAllAreStuck()).isFalse();
    }

    @Test
    void nothingIsStuckWhileAnOperationIsInFlight() {
        new Spinner(it -> {});
        engine.schedule(2 * END_CYCLES, engine.register((now, argument) -> {}), 0);

        assertThat(findsOutThatAllAreStuck()).isFalse();
    }

    @Test
    void nothingIsStuckWhileMemoryChanges() {
        int change = engine.register((now, argument) -> watch.progressed());
        new Spinner(it -> {});
        for (long time = 0; time < END_CYCLES; time += 100_000) {
            engine.schedule(time, change, 0);
        }

        assertThat(findsOutThatAllAreStuck()).isFalse();
    }
}
