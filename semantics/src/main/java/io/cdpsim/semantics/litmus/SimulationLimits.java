package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Limits of a simulated block, which a test must not exceed. */
final class SimulationLimits {
    private static final int MOST_THREADS = 32;
    /** Barriers of a block that a test may use; the others are the simulation's own. */
    static final int BARRIERS = 14;

    private static final int DEVICES = 31;

    private SimulationLimits() {}

    static void check(LitmusTest test) {
        List<LitmusProgram> programs = new ArrayList<>();
        for (TestThread thread : test.threads()) {
            programs.add(thread.program());
            if (thread.gpu() >= DEVICES) {
                throw error(
                        test,
                        0,
                        "the test is for " + (thread.gpu() + 1) + " GPUs; a simulated machine has up to " + DEVICES);
            }
        }
        boolean hasClusters =
                test.threads().stream().anyMatch(each -> each.cluster().isPresent());
        if (hasClusters && programs.stream().anyMatch(SimulationLimits::waitsForCluster)) {
            throw error(
                    test,
                    0,
                    "the barrier of a cluster of initial threads cannot be simulated: launch a kernel with cluster");
        }
        test.kernels().stream().map(KernelProgram::programs).forEach(programs::addAll);
        test.host().ifPresent(programs::add);
        checkGraphs(test);
        for (LitmusProgram program : programs) {
            for (LitmusStatement statement : program.statements()) {
                check(test, statement);
            }
        }
    }

    private static boolean waitsForCluster(LitmusProgram program) {
        return program.statements().stream()
                .anyMatch(each -> each.instruction() instanceof LitmusInstruction.ClusterArrival);
    }

    /** Rejects graphs that run more than once, whose threads would leave their records in one place. */
    private static void checkGraphs(LitmusTest test) {
        for (int graph = 0; graph < test.graphs().size(); graph++) {
            int number = graph;
            boolean again = launchedFrom(test, graph, new HashSet<>()).contains(graph);
            long byHost = test.host().stream()
                    .flatMap(each -> each.statements().stream())
                    .filter(each -> each.instruction() instanceof LitmusInstruction.GraphLaunch launch
                            && launch.graph() == number)
                    .count();
            if (again || byHost > 1) {
                throw error(
                        test,
                        0,
                        "the graph '" + test.graphs().get(graph).name()
                                + "' is launched more than once, which cannot be simulated: write a graph for each"
                                + " launch");
            }
        }
        int threads = new LaunchSites(test)
                .graphs().stream()
                        .flatMap(each -> each.graph().nodes().stream())
                        .mapToInt(each -> each.launch().blocks() * each.launch().threads())
                        .sum();
        if (threads > RecordLayout.RECORDS / 4) {
            throw error(
                    test,
                    0,
                    "the nodes of graphs have " + threads + " threads, which cannot be simulated: launch up to "
                            + RecordLayout.RECORDS / 4);
        }
    }

    /** The graphs that the nodes of a graph launch, and those that these launch. */
    private static Set<Integer> launchedFrom(LitmusTest test, int graph, Set<Integer> found) {
        for (LitmusGraph.Node node : test.graphs().get(graph).nodes()) {
            for (LitmusProgram program :
                    test.kernels().get(node.launch().kernel()).programs()) {
                for (LitmusStatement each : program.statements()) {
                    if (each.instruction() instanceof LitmusInstruction.GraphLaunch launch
                            && found.add(launch.graph())) {
                        launchedFrom(test, launch.graph(), found);
                    }
                }
            }
        }
        return found;
    }

    private static void check(LitmusTest test, LitmusStatement statement) {
        LitmusInstruction instruction = statement.instruction();
        if (instruction instanceof LitmusInstruction.Barrier barrier) {
            check(test, statement, barrier);
        }
        if (instruction instanceof LitmusInstruction.MbarrierUpdate
                || instruction instanceof LitmusInstruction.MbarrierTest
                || (instruction instanceof LitmusInstruction.Barrier barrier
                        && barrier.reduction().isPresent())) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: use bar.cta.sync or bar.cta.arrive");
        }
        if (instruction instanceof LitmusInstruction.Atomic atomic
                && (atomic.operation() == ReadModifyWrite.INCREMENT
                        || atomic.operation() == ReadModifyWrite.DECREMENT)) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text()
                            + "' cannot be simulated: simulated variables have 64 bits, and inc and dec 32;"
                            + " use add");
        }
        if (instruction instanceof LitmusInstruction.Launch launch
                && (launch.threads() > MOST_THREADS
                        || launch.blocks() * (long) launch.threads() > RecordLayout.RECORDS / 2)) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: launch up to " + MOST_THREADS
                            + " threads a block and " + RecordLayout.RECORDS / 2 + " in all");
        }
    }

    private static void check(LitmusTest test, LitmusStatement statement, LitmusInstruction.Barrier barrier) {
        if (barrier.resource() instanceof LitmusOperand.Immediate resource && resource.value() >= BARRIERS) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: use a barrier from 0 to " + (BARRIERS - 1));
        }
    }

    private static LitmusException error(LitmusTest test, int line, String what) {
        return new LitmusException(test.file(), line, what);
    }
}
