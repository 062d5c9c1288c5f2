package io.cdpsim.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.observe.RunEvent.EventWait;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.MemoryEvent.Operation;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What listeners hear of the host, on an H200. Expected cycles follow from the fields of its profile. */
class HostEventsTest {
    private static final double GHZ = 1.98;
    private static final long MIB = 1 << 20;
    private static final long DRAM_LATENCY = 648;
    private static final double DRAM_BYTES_PER_NANO = 4_020;

    private final Recording recording = Recording.ofAll();
    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")), recording);
    private final Host host = machine.host();
    /** The default stream is stream 0. */
    private final HostStream first = host.createStream();

    private final HostStream second = host.createStream();

    private static long cycles(double nanos) {
        return Math.round(nanos * GHZ);
    }

    private static void assertMoves(
            MemoryEvent.Started begin, MemoryEvent.Ended end, Operation operation, int stream, long bytes) {
        assertThat(begin).isEqualTo(new MemoryEvent.Started(begin.timeCycles(), 0, operation, 0, stream, bytes));
        assertThat(end).isEqualTo(new MemoryEvent.Ended(end.timeCycles(), 0, operation, 0, stream, bytes));
    }

    @Test
    void aFillIsToldFromItsFirstByteToItsLast() {
        long array = host.malloc(MIB);
        host.memsetAsync(array, 7, MIB, first);
        host.synchronize();
        MemoryEvent.Started begin = recording.only(MemoryEvent.Started.class, each -> true);
        MemoryEvent.Ended end = recording.only(MemoryEvent.Ended.class, each -> true);
        assertMoves(begin, end, Operation.FILL, 1, MIB);
        assertThat(end.timeCycles() - begin.timeCycles())
                .isCloseTo(DRAM_LATENCY + cycles(MIB / DRAM_BYTES_PER_NANO), within(1L));
    }

    /** 0.4 us to pinned memory; to other memory the host's thread moves it on, which takes 1.9 us. */
    @Test
    void aCopyToMemoryThatIsNotPinnedTakesLonger() {
        long word = host.malloc(4);
        long pinned = host.mallocHost(4);
        host.memcpyAsync(pinned, word, 4, first);
        host.synchronize();
        host.memcpy2DAsync(CopyEndpoint.pageable(new byte[4]), CopyEndpoint.memory(word), 4, 1, first);
        host.synchronize();
        List<MemoryEvent.Started> begins = recording.of(MemoryEvent.Started.class);
        List<MemoryEvent.Ended> ends = recording.of(MemoryEvent.Ended.class);
        assertThat(ends.get(0).timeCycles() - begins.get(0).timeCycles()).isEqualTo(cycles(400));
        assertThat(ends.get(1).timeCycles() - begins.get(1).timeCycles()).isCloseTo(cycles(400 + 1_900), within(1L));
    }

    /** On a device, each byte is read and written. */
    @Test
    void aCopyWithinADeviceIsToldFromItsFirstByteToItsLast() {
        long from = host.malloc(MIB);
        long to = host.malloc(MIB);
        host.memcpyAsync(to, from, MIB, second);
        host.synchronize();
        MemoryEvent.Started begin = recording.only(MemoryEvent.Started.class, each -> true);
        MemoryEvent.Ended end = recording.only(MemoryEvent.Ended.class, each -> true);
        assertMoves(begin, end, Operation.COPY, 2, MIB);
        assertThat(end.timeCycles() - begin.timeCycles())
                .isCloseTo(cycles(400 + MIB / DRAM_BYTES_PER_NANO), within(2L));
    }

    @Test
    void copiesOverTheLinkAreToldInTheOrderOfTheirStream() {
        long pinned = host.mallocHost(MIB);
        long array = host.malloc(MIB);
        host.memcpyAsync(array, pinned, MIB, first);
        host.memcpyAsync(pinned, array, 4_096, first);
        host.synchronize();
        List<MemoryEvent.Started> begins = recording.of(MemoryEvent.Started.class);
        List<MemoryEvent.Ended> ends = recording.of(MemoryEvent.Ended.class);
        assertThat(begins.stream().map(MemoryEvent.Started::bytes)).containsExactly(MIB, 4_096L);
        assertThat(ends.stream().map(MemoryEvent.Ended::bytes)).containsExactly(MIB, 4_096L);
        assertThat(begins.get(1).timeCycles())
                .isGreaterThanOrEqualTo(ends.get(0).timeCycles());
        assertThat(ends.get(0).timeCycles() - begins.get(0).timeCycles()).isGreaterThanOrEqualTo(cycles(MIB / 55.4));
    }

    @Test
    void aCopyIsToldToBeginWhenAnEngineTakesIt() {
        Recording heard = Recording.ofAll();
        GpuProfile oneEngine = Profiles.load("h200", List.of("host_link.copy_engines=1"));
        Host ofOne = new Machine(MachineSettings.of(oneEngine), heard).host();
        long pinned = ofOne.mallocHost(2 * MIB);
        long array = ofOne.malloc(2 * MIB);
        ofOne.memcpyAsync(array, pinned, MIB, ofOne.createStream());
        ofOne.memcpyAsync(array + MIB, pinned + MIB, MIB, ofOne.createStream());
        ofOne.synchronize();
        List<MemoryEvent.Started> begins = heard.of(MemoryEvent.Started.class);
        List<MemoryEvent.Ended> ends = heard.of(MemoryEvent.Ended.class);
        assertThat(begins.get(1).timeCycles()).isEqualTo(ends.get(0).timeCycles());
        for (int i = 0; i < 2; i++) {
            assertThat(ends.get(i).timeCycles() - begins.get(i).timeCycles())
                    .as("time of copy %d", i)
                    .isCloseTo(cycles(400 + MIB / 55.4), within(2L));
        }
    }

    @Test
    void eachCallOfTheHostIsToldWithItsDuration() {
        long pinned = host.mallocHost(4_096);
        long array = host.malloc(4_096);
        HostEvent event = host.createEvent();
        host.memcpyAsync(array, pinned, 4_096, first);
        host.memsetAsync(array, 0, 4_096, first);
        host.launch(Kernels.spinning("grid", 0), LaunchShape.of(1, 32), first);
        host.record(event, first);
        host.waitEvent(second, event);
        host.synchronize(event);
        host.synchronize(first);
        host.synchronize();
        List<HostCall> calls = recording.of(HostCall.class);
        assertThat(calls.stream().map(HostCall::call))
                .containsExactly(
                        "cudaMemcpyAsync",
                        "cudaMemsetAsync",
                        "cudaLaunchKernel",
                        "cudaEventRecord",
                        "cudaStreamWaitEvent",
                        "cudaEventSynchronize",
                        "cudaStreamSynchronize",
                        "cudaDeviceSynchronize");
        // The first writes its 4 KiB to the device itself, at 4.75 bytes a nanosecond.
        double[] nanos = {1_400 + 4_096 / 4.75, 1_020, 4_250, 1_090, 1_090};
        for (int i = 0; i < nanos.length; i++) {
            HostCall call = calls.get(i);
            assertThat(call.endCycles() - call.timeCycles()).as(call.call()).isCloseTo(cycles(nanos[i]), within(1L));
        }
        for (int i = 1; i < calls.size(); i++) {
            assertThat(calls.get(i).timeCycles())
                    .as("one thread makes them")
                    .isGreaterThanOrEqualTo(calls.get(i - 1).endCycles());
        }
        HostCall last = calls.get(calls.size() - 1);
        assertThat(last.endCycles()).isEqualTo(machine.nowCycles());
    }

    @Test
    void aCallThatWaitsLastsUntilWhatItWaitsForIsOver() {
        host.launch(Kernels.spinning("grid", 100_000), LaunchShape.of(1, 1), first);
        host.synchronize();
        HostCall waiting = recording.only(HostCall.class, each -> each.call().equals("cudaDeviceSynchronize"));
        GridEvent.Completed completed = recording.only(GridEvent.Completed.class, each -> true);
        assertThat(waiting.endCycles() - completed.timeCycles()).isCloseTo(cycles(2_200), within(1L));
    }

    @Test
    void aStreamThatWaitsForAnEventIsToldWhenItBeginsAndWhenItIsOver() {
        HostEvent event = host.createEvent();
        host.launch(Kernels.spinning("long", 100_000), LaunchShape.of(1, 1), first);
        host.record(event, first);
        host.waitEvent(second, event);
        host.launch(Kernels.spinning("behind", 0), LaunchShape.of(1, 1), second);
        host.synchronize();
        List<EventWait> waits = recording.of(EventWait.class);
        long begins = waits.get(0).timeCycles();
        assertThat(waits)
                .containsExactly(new EventWait(begins, 0, 0, 2, false), new EventWait(event.cycle(), 0, 0, 2, true));
        long longCompleted = recording
                .only(GridEvent.Completed.class, each -> each.grid() == 1)
                .timeCycles();
        long behindStarted = recording
                .only(GridEvent.Started.class, each -> each.grid() == 2)
                .timeCycles();
        assertThat(begins).isLessThan(longCompleted);
        assertThat(event.cycle()).isBetween(longCompleted, behindStarted);
    }

    @Test
    void aGridOfTheHostIsToldWithItsStreamAndShape() {
        host.launch(Kernels.spinning("grid", 0), new LaunchShape(3, 2, 1, 32, 2, 1, 0), second);
        host.synchronize();
        GridEvent.Posted posted = recording.only(GridEvent.Posted.class, each -> true);
        assertThat(posted)
                .isEqualTo(new GridEvent.Posted(posted.timeCycles(), 0, 1, 0, "grid", LaunchKind.HOST, 2, 0, 6, 64));
    }
}
