package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order the work in streams of the host is done, by what callbacks behind it tell. */
class HostStreamOrderTest {
    private static final int LONG_NANOS = 200_000;

    private final Machine machine =
            new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2));
    private final HostApiSpec api = machine.settings().profile().hostApi();
    private final Host host = machine.host();
    private final HostStream first = host.createStream();
    private final HostStream second = host.createStream();
    private final List<String> done = new ArrayList<>();

    private void work(HostStream stream, String name, int nanos) {
        KernelBuilder k = new KernelBuilder(name);
        k.nanosleep(u32(nanos));
        host.launch(k.build(), LaunchShape.of(1, 1), stream);
        host.addCallback(stream, () -> done.add(name));
    }

    @Test
    void workOfOneStreamIsDoneInOrderAndThatOfAnotherBesideIt() {
        work(first, "long", LONG_NANOS);
        work(first, "behind", 0);
        work(second, "beside", 0);
        host.synchronize();

        assertThat(done).containsExactly("beside", "long", "behind");
    }

    @Test
    void theDefaultStreamWaitsForOthersAndOthersForIt() {
        work(first, "before", LONG_NANOS);
        work(host.defaultStream(), "default", LONG_NANOS);
        work(second, "after", 0);
        host.synchronize();

        assertThat(done).containsExactly("before", "default", "after");
    }

    @Test
    void aStreamThatDoesNotBlockIsOrderedWithNone() {
        HostStream free = host.createNonBlockingStream();
        work(host.defaultStream(), "default", LONG_NANOS);
        work(free, "free", 0);
        work(first, "blocking", 0);
        host.synchronize();
        assertThat(done).containsExactly("free", "default", "blocking");

        done.clear();
        work(free, "free", LONG_NANOS);
        work(host.defaultStream(), "default", 0);
        host.synchronize();
        assertThat(done).containsExactly("default", "free");
    }

    @Test
    void theDefaultStreamOfAnotherDeviceOrdersNothingHere() {
        work(host.defaultStream(), "default", LONG_NANOS);
        host.setDevice(1);
        work(host.defaultStream(), "other default", 0);
        work(host.createStream(), "other", 0);
        host.synchronize();
        assertThat(done).containsExactly("other default", "other");
        assertThat(host.isIdle()).isTrue();
        host.setDevice(0);
        assertThat(host.isIdle()).isFalse();
        host.synchronize();
        assertThat(done).containsExactly("other default", "other", "default");
    }

    @Test
    void anEventLetsAStreamWaitForWhatIsBeforeIt() {
        HostEvent event = host.createEvent();
        work(first, "before", LONG_NANOS);
        host.record(event, first);
        host.waitEvent(second, event);
        work(second, "waiting", 0);
        work(host.createNonBlockingStream(), "beside", 0);
        host.synchronize();

        assertThat(done).containsExactly("beside", "before", "waiting");
    }

    @Test
    void anEventThatWasNeverRecordedHoldsNothingUp() {
        host.waitEvent(second, host.createEvent());
        work(first, "long", LONG_NANOS);
        work(second, "waiting", 0);
        host.synchronize();

        assertThat(done).containsExactly("waiting", "long");
    }

    /** As the reference of {@code cudaStreamWaitEvent} says: later calls of record do not count. */
    @Test
    void aStreamWaitsForTheRecordingsBeforeTheWaitAndNotForLaterOnes() {
        HostEvent event = host.createEvent();
        HostStream third = host.createStream();
        work(first, "before", LONG_NANOS);
        host.record(event, first);
        host.waitEvent(second, event);
        work(second, "behind one", 0);
        work(first, "later", LONG_NANOS);
        host.record(event, first);
        host.waitEvent(third, event);
        work(third, "behind two", 0);
        host.synchronize();

        assertThat(done).containsExactly("before", "behind one", "later", "behind two");
    }

    @Test
    void anEventIsCompleteWhenAllThatItRecordedIsDone() {
        HostEvent event = host.createEvent();
        assertThat(event.isComplete()).isTrue();
        assertThat(event.cycle()).isNegative();
        work(first, "before", LONG_NANOS);
        host.record(event, first);
        assertThat(event.isComplete()).isFalse();

        host.synchronize(event);
        assertThat(done).containsExactly("before");
        assertThat(event.isComplete()).isTrue();
        assertThat(event.cycle()).isBetween(1L, machine.nowCycles());
        work(first, "again", LONG_NANOS);
        host.record(event, first);
        assertThat(event.isComplete()).isFalse();
    }

    /** The grid, and what a grid behind an event takes to start and to end, which is far less. */
    @Test
    void theTimeBetweenTwoEventsIsThatOfTheWorkBetweenThem() {
        HostEvent begin = host.createEvent();
        HostEvent end = host.createEvent();
        host.record(begin, first);
        work(first, "between", 5_000_000);
        host.record(end, first);
        assertThatThrownBy(() -> host.elapsedMillis(begin, end)).isInstanceOf(IllegalStateException.class);
        host.synchronize(begin);
        assertThatThrownBy(() -> host.elapsedMillis(begin, end))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has not been reached yet");
        assertThatThrownBy(() -> host.elapsedMillis(end, begin)).isInstanceOf(IllegalStateException.class);
        host.synchronize();

        double callbackMillis = api.callbackNanos() / 1e6;
        assertThat(host.elapsedMillis(begin, end)).isCloseTo(5 + callbackMillis, within(0.02));
        assertThat(host.elapsedMillis(end, begin)).isEqualTo(-host.elapsedMillis(begin, end));
    }

    @Test
    void whatFollowsACallbackWaitsUntilItHasEnded() {
        List<Runnable> toEnd = new ArrayList<>();
        host.addCallback(first, toEnd::add);
        work(first, "behind", 0);
        host.waitUntil("the callback's begin", () -> !toEnd.isEmpty());
        host.spend(1e6);
        assertThat(done).isEmpty();
        assertThat(host.isIdle(first)).isFalse();

        toEnd.get(0).run();
        host.synchronize();
        assertThat(done).containsExactly("behind");
    }

    @Test
    void aStreamThatIsDestroyedWhenItsWorkIsDoneHoldsNothingUp() {
        work(first, "last", 0);
        host.synchronize();
        host.destroy(first);
        work(host.defaultStream(), "default", 0);
        work(second, "other", 0);
        host.synchronize();

        assertThat(done).containsExactly("last", "default", "other");
    }

    @Test
    void aHostThatWaitsBehindACallbackThatNeverEndsIsStuck() {
        List<Runnable> never = new ArrayList<>();
        host.addCallback(first, never::add);

        assertThatThrownBy(() -> host.synchronize(first))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("the host waits for the work in its stream");
        HostEvent event = host.createEvent();
        host.record(event, first);
        assertThatThrownBy(() -> host.synchronize(event))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("the host waits for an event");
    }
}
