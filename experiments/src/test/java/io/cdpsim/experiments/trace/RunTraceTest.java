package io.cdpsim.experiments.trace;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.trace.RunTrace.OperationSpan;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GraphEvent;
import io.cdpsim.observe.RunEvent.GraphEvent.NodeStarted.NodeWork;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a trace shows, read by Perfetto's schema. A cycle takes a nanosecond here. */
class RunTraceTest {
    private static final ClockSpec GIGAHERTZ = new ClockSpec(1_000_000_000);

    private static List<PerfettoReader.Event> written(RunTrace trace, ClockSpec clock) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PerfettoTrace sink = new PerfettoTrace(out)) {
            TraceLayout.write(trace, "h200", clock, sink);
        }
        return PerfettoReader.read(out.toByteArray());
    }

    private static List<PerfettoReader.Event> written(RunEvent... events) throws IOException {
        RunTrace trace = new RunTrace();
        for (RunEvent event : events) {
            trace.happened(event);
        }
        trace.finish(1000);
        return written(trace, GIGAHERTZ);
    }

    private static List<String> on(String track, List<PerfettoReader.Event> events) {
        return events.stream()
                .filter(each -> each.track().equals(track))
                .map(each -> each.nanos() + " " + each.type() + (each.name().isEmpty() ? "" : " " + each.name())
                        + (each.type().equals("COUNTER") ? " " + each.value() : ""))
                .toList();
    }

    private static final RunEvent[] PARENT_AND_CHILD = {
        new HostCall(0, 0, "cudaLaunchKernel", 4, 0),
        new GridEvent.Posted(4, 0, 1, 0, "parent", LaunchKind.HOST, 0, 0, 1, 32),
        new GridEvent.Queued(10, 0, 1),
        new GridEvent.Admitted(10, 0, 1),
        new GridEvent.Started(10, 0, 1),
        new BlockEvent.Placed(10, 0, 1, 0, 5),
        new PoolEvent.Occupancy(20, 0, 1, 0),
        new GridEvent.Posted(20, 0, 2, 1, "child", LaunchKind.FIRE_AND_FORGET, -1, 1, 2, 64),
        new GridWait(25, 0, 2, WaitReason.POOL),
        new GridWait(30, 0, 2, WaitReason.LAUNCH_SERVER),
        new BlockEvent.Ended(40, 0, 1, 0, 5),
        new GridEvent.BodyEnded(40, 0, 1),
        new GridEvent.Queued(50, 0, 2),
        new GridEvent.Admitted(50, 0, 2),
        new GridEvent.Started(50, 0, 2),
        new BlockEvent.Placed(50, 0, 2, 0, 5),
        new BlockEvent.Placed(50, 0, 2, 1, 5),
        new BlockEvent.Ended(60, 0, 2, 0, 5),
        new BlockEvent.Ended(70, 0, 2, 1, 5),
        new GridEvent.BodyEnded(70, 0, 2),
        new GridEvent.Completed(80, 0, 2),
        new PoolEvent.Occupancy(80, 0, 0, 0),
        new GridEvent.Completed(90, 0, 1)
    };

    @Test
    void callsOfTheHostAndItsLaunchesStandOnItsThread() throws IOException {
        assertThat(on("Host/host thread", written(PARENT_AND_CHILD)))
                .containsExactlyInAnyOrder("0 BEGIN cudaLaunchKernel", "4 END", "4 INSTANT launch parent");
    }

    @Test
    void gridsRunInTheirStreamAndWaitForTheirChildrenThere() throws IOException {
        List<PerfettoReader.Event> events = written(PARENT_AND_CHILD);

        assertThat(on("GPU 0 (h200)/Grids/stream 0/stream 0", events))
                .containsExactly("10 BEGIN parent", "20 INSTANT launch child", "40 BEGIN children", "90 END", "90 END");
        assertThat(on("GPU 0 (h200)/Grids/depth 1, fire-and-forget/depth 1, fire-and-forget", events))
                .containsExactly("50 BEGIN child", "70 BEGIN children", "80 END", "80 END");
    }

    @Test
    void anArrowLeadsFromALaunchToTheStartOfItsGrid() throws IOException {
        List<PerfettoReader.Event> events = written(PARENT_AND_CHILD);

        assertThat(events.stream().filter(each -> each.flow() != 0))
                .extracting(each -> each.name() + " " + each.flow())
                .containsExactlyInAnyOrder("launch parent 1", "parent -1", "launch child 2", "child -2");
    }

    @Test
    void aWaitingGridSaysWhy() throws IOException {
        List<PerfettoReader.Event> events = written(PARENT_AND_CHILD);

        assertThat(on("GPU 0 (h200)/Waiting grids/waiting 0", events))
                .containsExactly(
                        "4 BEGIN parent",
                        "4 BEGIN launch server",
                        "10 END",
                        "10 END",
                        "20 BEGIN child",
                        "20 BEGIN launch server",
                        "25 END",
                        "25 BEGIN pool",
                        "30 END",
                        "30 BEGIN launch server",
                        "50 END",
                        "50 END");
        Map<String, Object> facts = events.stream()
                .filter(each -> each.name().equals("child") && each.flow() != 0)
                .findFirst()
                .orElseThrow()
                .facts();
        assertThat(facts)
                .containsEntry("waited_ns", 30L)
                .containsEntry("waited_for_pool_ns", 5L)
                .containsEntry("waited_for_launch_server_ns", 25L)
                .containsEntry("parent", 1L)
                .containsEntry("launch", "fire and forget")
                .containsEntry("blocks", 2L)
                .containsEntry("threads_per_block", 64L);
    }

    @Test
    void eachBlockHasTheLowestFreeSlotOfItsSm() throws IOException {
        List<PerfettoReader.Event> events = written(PARENT_AND_CHILD);

        assertThat(on("GPU 0 (h200)/SMs/SM 5/SM 5 slot 0", events))
                .containsExactly("10 BEGIN parent", "40 END", "50 BEGIN child", "60 END");
        assertThat(on("GPU 0 (h200)/SMs/SM 5/SM 5 slot 1", events)).containsExactly("50 BEGIN child", "70 END");
    }

    @Test
    void numbersAreThereOverTime() throws IOException {
        List<PerfettoReader.Event> events = written(PARENT_AND_CHILD);

        assertThat(on("GPU 0 (h200)/pending launches", events)).containsExactly("20 COUNTER 1", "80 COUNTER 0");
        assertThat(on("GPU 0 (h200)/resident grids", events))
                .containsExactly("10 COUNTER 1", "40 COUNTER 0", "50 COUNTER 1", "70 COUNTER 0");
        assertThat(on("GPU 0 (h200)/grids with the launch server", events))
                .containsExactly(
                        "4 COUNTER 1", "10 COUNTER 0", "20 COUNTER 1", "25 COUNTER 0", "30 COUNTER 1", "50 COUNTER 0");
        assertThat(on("GPU 0 (h200)/SMs in use", events))
                .containsExactly("10 COUNTER 1", "40 COUNTER 0", "50 COUNTER 1", "70 COUNTER 0");
    }

    @Test
    void aGridThatIsNotCompleteIsShownUpToTheEnd() throws IOException {
        List<PerfettoReader.Event> events = written(
                new GridEvent.Posted(4, 0, 1, 0, "hang", LaunchKind.HOST, 0, 0, 1, 32),
                new GridEvent.Started(10, 0, 1));

        assertThat(on("GPU 0 (h200)/Grids/stream 0/stream 0", events)).containsExactly("10 BEGIN hang", "1000 END");
    }

    /** On each track of a real run every slice ends, none before it begins, and none within another outlasts it. */
    @Test
    void slicesOfARunNestAndEnd() throws IOException {
        RunTrace trace = new RunTrace();
        MachineSettings settings = MachineSettings.of(Profiles.load("h200"));
        Machine machine = new Machine(settings, trace);
        Host host = machine.host();
        Kernel child = new KernelBuilder("child").build();
        Kernel parent = parent(child);
        for (int i = 0; i < 3; i++) {
            host.launch(parent, LaunchShape.of(4, 64), host.defaultStream());
        }
        host.synchronize();
        trace.finish(machine.nowCycles());

        Map<String, Deque<Long>> open = new HashMap<>();
        int slices = 0;
        for (PerfettoReader.Event event : written(trace, settings.profile().clock())) {
            Deque<Long> startedAt = open.computeIfAbsent(event.track(), each -> new ArrayDeque<>());
            if (event.type().equals("BEGIN")) {
                assertThat(event.nanos()).isGreaterThanOrEqualTo(startedAt.isEmpty() ? 0 : startedAt.peek());
                startedAt.push(event.nanos());
                slices++;
            } else if (event.type().equals("END")) {
                assertThat(event.nanos()).isGreaterThanOrEqualTo(startedAt.pop());
            }
        }
        assertThat(open.values()).allMatch(Deque::isEmpty);
        // 3 parents and 768 children, each a grid and its blocks at least.
        assertThat(slices).isGreaterThan(2 * (3 + 3 * 4 * 64));
    }

    private static Kernel parent(Kernel child) {
        KernelBuilder builder = new KernelBuilder("parent");
        builder.device().launch(KernelReference.to(child), u32(1), u32(32), u64(0));
        return builder.build();
    }

    @Test
    void eventsWithoutATrackAreCounted() throws IOException {
        RunTrace trace = new RunTrace();
        trace.happened(new GridEvent.Posted(0, 0, 1, 0, "parent", LaunchKind.HOST, 0, 0, 1, 32));
        trace.happened(new GridEvent.Started(1, 0, 1));
        // 256 run beside each other in as many tracks; of the others, one launches a grid.
        for (int child = 2; child < 2 + 258; child++) {
            trace.happened(new GridEvent.Posted(2, 0, child, 1, "child", LaunchKind.FIRE_AND_FORGET, -1, 1, 1, 32));
            trace.happened(new GridEvent.Started(3, 0, child));
        }
        trace.happened(new GridEvent.Posted(4, 0, 260, 259, "grandchild", LaunchKind.FIRE_AND_FORGET, -1, 2, 1, 32));
        trace.happened(new GridEvent.Started(5, 0, 260));
        trace.finish(9);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PerfettoTrace sink = new PerfettoTrace(out)) {
            assertThat(TraceLayout.write(trace, "h200", GIGAHERTZ, sink))
                    .isEqualTo("2 grids that overlap with 256 others of their depth, and 3 launches");
        }

        assertThat(on("GPU 0 (h200)/Warnings", PerfettoReader.read(out.toByteArray())))
                .containsExactly("0 INSTANT left out");
    }

    @Test
    void theLongestAreKept() {
        LongestSpans<OperationSpan> kept = new LongestSpans<>(2);
        for (long length : new long[] {5, 1, 9, 3, 7}) {
            kept.add(new OperationSpan(0, "call", 0, -1, 100 + length, 100 + 2 * length));
        }

        assertThat(kept.inOrder()).extracting(OperationSpan::cycles).containsExactly(7L, 9L);
        assertThat(kept.leftOut()).isEqualTo(3);
    }

    @Test
    void aNumberThatChangesTooOftenKeepsItsPeaks() {
        CounterSeries series = new CounterSeries(8);
        for (int time = 0; time < 1000; time++) {
            series.set(time, time == 700 ? 99 : time % 3);
        }

        assertThat(series.count()).isLessThanOrEqualTo(8);
        long largest = 0;
        for (int i = 0; i < series.count(); i++) {
            largest = Math.max(largest, series.value(i));
        }
        assertThat(largest).isEqualTo(99);
    }

    @Test
    void theReaderRefusesWhatTheSchemaDoesNotHave() {
        assertThatThrownBy(() -> PerfettoReader.read(new ProtobufMessage()
                        .message(1, new ProtobufMessage().number(999, 1))
                        .toBytes()))
                .hasMessage("TracePacket has no field 999");
        assertThatThrownBy(() -> PerfettoReader.read(new ProtobufMessage()
                        .message(1, new ProtobufMessage().text(8, "now"))
                        .toBytes()))
                .hasMessage("TracePacket.timestamp is no NUMBER");
        assertThatThrownBy(() -> PerfettoReader.read(new ProtobufMessage()
                        .message(1, new ProtobufMessage().message(11, new ProtobufMessage().number(11, 7)))
                        .toBytes()))
                .hasMessage("track 7 was never given");
    }

    /** A graph of two nodes; the second one launches another graph as its tail. */
    private static final RunEvent[] GRAPHS = {
        new GraphEvent.Launched(10, 0, 1, 1, GraphLaunchKind.HOST, 0, 0, -1, 0),
        new GraphEvent.Started(10, 0, 1),
        new GraphEvent.NodeReleased(10, 0, 1, 0, -1),
        new GraphEvent.NodeStarted(10, 0, 1, 0, NodeWork.MEMORY, 0, "copy"),
        new GraphEvent.NodeEnded(30, 0, 1, 0),
        new GraphEvent.NodeReleased(30, 0, 1, 1, 0),
        new GraphEvent.NodeStarted(35, 0, 1, 1, NodeWork.GRID, 1, "kernel"),
        new GridEvent.Posted(35, 0, 1, 0, "kernel", LaunchKind.HOST, 0, 0, 1, 32),
        new GridEvent.Queued(35, 0, 1),
        new GridEvent.Admitted(35, 0, 1),
        new GridEvent.Started(40, 0, 1),
        new GraphEvent.Launched(50, 0, 2, 2, GraphLaunchKind.TAIL, 1, 1, -1, 0),
        new GridEvent.BodyEnded(60, 0, 1),
        new GridEvent.Completed(60, 0, 1),
        new GraphEvent.NodeEnded(60, 0, 1, 1),
        new GraphEvent.Ended(60, 0, 1),
        new GraphEvent.Started(60, 0, 2),
        new GraphEvent.NodeReleased(60, 0, 2, 0, -1),
        new GraphEvent.NodeStarted(70, 0, 2, 0, NodeWork.HOST, 0, "host function"),
        new GraphEvent.NodeEnded(90, 0, 2, 0),
        new GraphEvent.Ended(90, 0, 2)
    };

    @Test
    void graphsHaveTheirLaunchesAndTheirNodesWithWhatEachWaitedFor() throws IOException {
        List<PerfettoReader.Event> events = written(GRAPHS);

        assertThat(on("GPU 0 (h200)/Graphs/launches/launches", events))
                .as("the first launch")
                .containsExactly("10 BEGIN graph 1", "60 END");
        assertThat(on("GPU 0 (h200)/Graphs/launches/launches +1", events))
                .containsExactly("50 BEGIN graph 2", "50 BEGIN waits for end of launch 1", "60 END", "90 END");
        assertThat(on("GPU 0 (h200)/Graphs/nodes/nodes +1", events))
                .containsExactly(
                        "10 BEGIN 1 kernel",
                        "10 BEGIN waits for node 0 (copy)",
                        "30 END",
                        "30 BEGIN waits for launch",
                        "35 END",
                        "35 BEGIN waits for sm room",
                        "40 END",
                        "35 INSTANT launch kernel",
                        "60 END");
        assertThat(on("GPU 0 (h200)/Graphs/nodes/nodes", events))
                .containsExactly(
                        "10 BEGIN 0 copy",
                        "30 END",
                        "60 BEGIN 0 host function",
                        "60 BEGIN waits for launch",
                        "70 END",
                        "90 END");
    }

    @Test
    void aGraphIsLaunchedOnTheTrackOfItsLauncherAndItsNodesAreNot() throws IOException {
        List<PerfettoReader.Event> events = written(GRAPHS);

        assertThat(on("Host/host thread", events)).containsExactly("10 INSTANT launch graph 1");
        assertThat(on("GPU 0 (h200)/Grids/stream 0/stream 0", events))
                .containsExactly("40 BEGIN kernel", "50 INSTANT launch graph 2", "60 END");
    }
}
