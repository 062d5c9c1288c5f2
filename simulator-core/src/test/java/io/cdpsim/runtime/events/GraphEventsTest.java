package io.cdpsim.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import io.cdpsim.observe.graphs.GraphLaunchLifetime;
import io.cdpsim.observe.graphs.GraphNodeLifetime;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.observe.graphs.GraphWait;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.observe.path.CriticalPathBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What listeners see of graphs, against the fields of the profile that say how long each launch takes. */
class GraphEventsTest {
    private static final LaunchShape ONE = LaunchShape.of(1, 1);
    private static final long TAIL = 1L << 56;
    private static final long FIRE_AND_FORGET = 2L << 56;
    private static final long SIBLING = 3L << 56;

    private final GraphRecorder recorder = new GraphRecorder(100);
    private final CriticalPath path = new CriticalPath();
    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")), recorder, path);
    private final Host host = machine.host();
    private final GraphSpec costs = Profiles.load("h200").graphs();

    private GraphNode add(Graph graph, Kernel kernel, GraphNode... after) {
        return graph.add(host.graphs().kernel(kernel, ONE), List.of(after));
    }

    private void launch(GraphExec exec) {
        host.graphs().launch(exec, host.defaultStream());
        host.synchronize();
    }

    private GraphExec deviceGraph(Kernel... kernels) {
        Graph graph = new Graph();
        for (Kernel each : kernels) {
            add(graph, each);
        }
        GraphExec exec = host.graphs().instantiate(graph, true);
        host.graphs().upload(exec, host.defaultStream());
        return exec;
    }

    private static Kernel launching(GraphExec exec, long stream) {
        KernelBuilder k = new KernelBuilder("launching");
        k.device().graphLaunch(Operand.u64(exec.handle()), Operand.u64(stream));
        return k.build();
    }

    private CriticalPathBreakdown parts() {
        CriticalPathBreakdown parts = path.parts(machine.nowCycles());
        assertThat(parts.cycles().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(machine.nowCycles());
        return parts;
    }

    private static long cycles(List<GraphWait> waits, String reason) {
        return waits.stream()
                .filter(each -> each.reason().equals(reason))
                .mapToLong(each -> each.end() - each.start())
                .sum();
    }

    @Test
    void aNodeWaitsForTheDependencyThatEndsLastAndThenForTheLaunch() {
        Graph graph = new Graph();
        GraphNode shortOne = add(graph, Kernels.spinning("short", 1_000));
        GraphNode longOne = add(graph, Kernels.spinning("long", 50_000));
        add(graph, Kernels.spinning("last", 0), shortOne, longOne);
        launch(host.graphs().instantiate(graph, false));

        GraphLaunchLifetime launch = recorder.launches().get(0);
        assertThat(launch.launcher()).isEqualTo("host");
        GraphNodeLifetime last = launch.nodes().get(2);
        assertThat(last.dependency()).isEqualTo("node 1 (long)");
        assertThat(cycles(last.waits(), "node 1 (long)")).isBetween(50_000L, 51_500L);
        assertThat(cycles(last.waits(), "launch")).isEqualTo(costs.hostNodeGapCycles());
        assertThat(last.started() - launch.started())
                .as("no gap between the reasons")
                .isEqualTo(last.waits().stream()
                        .mapToLong(each -> each.end() - each.start())
                        .sum());
    }

    @Test
    void theCriticalPathGoesThroughTheLongerNode() {
        Graph graph = new Graph();
        GraphNode shortOne = add(graph, Kernels.spinning("short", 1_000));
        GraphNode longOne = add(graph, Kernels.spinning("long", 50_000));
        add(graph, Kernels.spinning("last", 20_000), shortOne, longOne);
        launch(host.graphs().instantiate(graph, false));

        CriticalPathBreakdown parts = parts();
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(70_000L, 71_000L);
        assertThat(parts.of(CriticalPathComponent.GRAPH_LAUNCH))
                .isEqualTo(costs.hostNodeGapCycles() + (long) costs.fewRootCycles());
    }

    @ParameterizedTest
    @CsvSource({
        FIRE_AND_FORGET + ", FIRE_AND_FORGET, 'grid 1, fire-and-forget'",
        SIBLING + ", SIBLING, 'grid 1, sibling'",
        TAIL + ", TAIL, 'grid 1, tail'"
    })
    void aGraphNamesTheGridThatLaunchedIt(long stream, GraphLaunchKind how, String launcher) {
        GraphExec launched = deviceGraph(Kernels.spinning("child", 30_000));
        launch(deviceGraph(launching(launched, stream)));

        GraphLaunchLifetime second = recorder.launches().get(1);
        assertThat(second.launched().how()).isEqualTo(how);
        assertThat(second.launcher()).isEqualTo(launcher);
        long start = second.nodes().get(0).issued() - second.nodes().get(0).released();
        assertThat(start).isEqualTo(how == GraphLaunchKind.TAIL ? costs.tailStartCycles() : costs.callToStartCycles());
        assertThat(cycles(second.waits(), "end of launch 1") > 0).isEqualTo(how == GraphLaunchKind.TAIL);
        assertThat(parts().of(CriticalPathComponent.COMPUTING)).isGreaterThanOrEqualTo(30_000);
    }

    @Test
    void theTailOfAGraphWaitsForWhatItsLauncherHasLetGo() {
        GraphExec letGo = deviceGraph(Kernels.spinning("slow", 90_000));
        GraphExec tail = deviceGraph(Kernels.spinning("tail", 0));
        KernelBuilder k = new KernelBuilder("launching");
        k.device().graphLaunch(Operand.u64(tail.handle()), Operand.u64(TAIL));
        k.device().graphLaunch(Operand.u64(letGo.handle()), Operand.u64(FIRE_AND_FORGET));
        launch(deviceGraph(k.build()));

        GraphLaunchLifetime first = recorder.launches().get(0);
        GraphLaunchLifetime ofTail = recorder.launches().get(1);
        GraphLaunchLifetime slow = recorder.launches().get(2);
        assertThat(first.ended()).isEqualTo(slow.ended());
        assertThat(ofTail.started()).isEqualTo(slow.ended());
        assertThat(parts().of(CriticalPathComponent.COMPUTING)).isGreaterThanOrEqualTo(90_000);
    }

    @Test
    void everyNodeIsARowWhateverItDoes() {
        long array = host.malloc(4_096);
        long copy = host.malloc(4_096);
        Graph graph = new Graph();
        GraphNode fill = graph.add(host.graphs().fill(array, 4_096, 7, 4_096, 1), List.of());
        GraphNode copied = graph.add(
                host.graphs().copy(CopyEndpoint.memory(copy), CopyEndpoint.memory(array), 4_096, 1), List.of(fill));
        graph.add(host.graphs().hostFunction(Runnable::run), List.of(copied));
        launch(host.graphs().instantiate(graph, false));

        List<GraphNodeLifetime> nodes = recorder.launches().get(0).nodes();
        assertThat(nodes).extracting(GraphNodeLifetime::name).containsExactly("fill", "copy", "host function");
        assertThat(nodes)
                .extracting(GraphNodeLifetime::dependency)
                .containsExactly("", "node 0 (fill)", "node 1 (copy)");
        long moved = nodes.get(0).ended()
                - nodes.get(0).started()
                + nodes.get(1).ended()
                - nodes.get(1).started();
        assertThat(parts().of(CriticalPathComponent.COPYING)).isEqualTo(moved).isPositive();
    }

    @Test
    void launchesBeyondTheMostNodesAreCounted() {
        GraphRecorder few = new GraphRecorder(2);
        Machine other = new Machine(MachineSettings.of(Profiles.load("h200")), few);
        Graph graph = new Graph();
        graph.add(other.host().graphs().kernel(Kernels.spinning("child", 0), ONE), List.of());
        GraphExec exec = other.host().graphs().instantiate(graph, false);
        for (int i = 0; i < 5; i++) {
            other.host().graphs().launch(exec, other.host().defaultStream());
            other.host().synchronize();
        }

        assertThat(few.launches()).hasSize(2);
        assertThat(few.dropped()).isEqualTo(3);
    }

    /** A relaunch is a launch of the same graph, which starts after a time of its own. */
    @Test
    void aGraphThatRelaunchesItselfIsOneGraphWithManyLaunches() {
        long rounds = host.malloc(8);
        host.memory().write(rounds, 0);
        KernelBuilder k = new KernelBuilder("again");
        Register address = k.parameter(ValueType.U64);
        Register next = k.add(k.memory().load(ValueType.U32, address), Operand.u32(1));
        k.memory().store(ValueType.U32, address, next);
        k.ifThen(
                k.less(next, Operand.u32(4)),
                () -> k.device().graphLaunch(k.special(SpecialRegister.CURRENT_GRAPH), Operand.u64(TAIL)));
        Graph graph = new Graph();
        graph.add(host.graphs().kernel(k.build(), ONE, rounds), List.of());
        launch(host.graphs().instantiate(graph, true));

        List<GraphLaunchLifetime> launches = recorder.launches();
        assertThat(launches)
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.name()).isEqualTo("graph 1"));
        GraphNodeLifetime second = launches.get(1).nodes().get(0);
        assertThat(cycles(second.waits(), "launch")).isEqualTo(costs.relaunchStartCycles());
    }
}
