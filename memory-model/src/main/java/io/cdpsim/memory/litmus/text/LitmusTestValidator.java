package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.LaunchAttributes;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Validates a test's threads, kernels and graphs after all of them are read. */
final class LitmusTestValidator {
    /** Blocks of the largest cluster, which needs cudaFuncAttributeNonPortableClusterSizeAllowed (C-1). */
    private static final int LARGEST_CLUSTER = 16;

    private final String file;
    private final Dialect dialect;
    private final List<KernelProgram> kernels;
    private final List<LitmusGraph> graphs;
    private final VariableTable variables;
    private final Map<Long, Boolean> reducing = new HashMap<>();

    private LitmusTestValidator(
            String file,
            Dialect dialect,
            List<KernelProgram> kernels,
            List<LitmusGraph> graphs,
            VariableTable variables) {
        this.file = file;
        this.dialect = dialect;
        this.kernels = kernels;
        this.graphs = graphs;
        this.variables = variables;
    }

    static void check(
            String file,
            Dialect dialect,
            ThreadTableParser top,
            List<KernelProgram> kernels,
            List<LitmusGraph> graphs,
            VariableTable variables) {
        LitmusTestValidator check = new LitmusTestValidator(file, dialect, kernels, graphs, variables);
        List<LitmusProgram> programs = new ArrayList<>();
        top.threads().forEach(each -> programs.add(each.program()));
        kernels.forEach(kernel -> programs.addAll(kernel.programs()));
        programs.forEach(program -> program.statements().forEach(each -> check.statement(each, false)));
        top.host().ifPresent(host -> host.statements().forEach(each -> check.statement(each, true)));
        top.host().ifPresent(programs::add);
        programs.forEach(program -> program.statements().forEach(check::barrier));
        graphs.forEach(graph -> graph.nodes().forEach(check::node));
    }

    private void statement(LitmusStatement statement, boolean byHost) {
        LitmusInstruction instruction = statement.instruction();
        boolean ofDependencies = instruction instanceof LitmusInstruction.DependentLaunch
                || instruction instanceof LitmusInstruction.DependencyWait;
        boolean ofDynamicParallelism = instruction instanceof LitmusInstruction.Launch
                || instruction instanceof LitmusInstruction.GraphLaunch
                || instruction instanceof LitmusInstruction.Synchronize
                || instruction instanceof LitmusInstruction.RecordEvent
                || instruction instanceof LitmusInstruction.WaitEvent;
        if ((ofDynamicParallelism || ofDependencies) && dialect == Dialect.PLAIN) {
            throw error(
                    statement,
                    "has no effect in a plain test; write cdp1 or cdp2 behind the test's name in the header");
        }
        if ((ofDependencies || instruction instanceof LitmusInstruction.GridBarrier) && byHost) {
            throw error(statement, "is of device code; write it in a kernel");
        }
        if (instruction instanceof LitmusInstruction.Launch launch) {
            launch(statement, launch, byHost);
        } else if (instruction instanceof LitmusInstruction.GraphLaunch launch) {
            graphLaunch(statement, launch, byHost);
        }
    }

    private void graphLaunch(LitmusStatement statement, LitmusInstruction.GraphLaunch launch, boolean byHost) {
        boolean ofDeviceGraphs = launch.stream() == StreamOperand.Predefined.FIRE_AND_FORGET
                || launch.stream() == StreamOperand.Predefined.TAIL
                || launch.stream() == StreamOperand.Predefined.SIBLING;
        if (byHost) {
            if (ofDeviceGraphs) {
                throw error(statement, "uses a stream of device code; the host launches into null or a name, as in S");
            }
            return;
        }
        if (!ofDeviceGraphs) {
            throw error(
                    statement,
                    "is refused: device code launches graphs into the streams faf, tail and sibling (G-2); add one,"
                            + " as in stream faf");
        }
        for (LitmusGraph.Node each : graphs.get(launch.graph()).nodes()) {
            if (launches(each.launch())) {
                throw error(
                        statement,
                        "launches a graph whose node '" + each.launch().label()
                                + "' launches grids, which cannot be instantiated for the device (G-8); let the host"
                                + " launch it");
            }
        }
    }

    private boolean launches(LitmusInstruction.Launch launch) {
        return kernels.get(launch.kernel()).programs().stream()
                .flatMap(each -> each.statements().stream())
                .anyMatch(each -> each.instruction() instanceof LitmusInstruction.Launch);
    }

    private void node(LitmusGraph.Node node) {
        LitmusInstruction.Launch launch = node.launch();
        shape(node.statement(), launch);
        attributes(node.statement(), launch, true);
        for (LitmusOperand each : launch.arguments()) {
            if (each instanceof LitmusOperand.Symbol symbol) {
                AddressSpace space = variables.get(symbol.variable()).space();
                if (space == AddressSpace.SHARED || space == AddressSpace.LOCAL) {
                    throw error(node.statement(), "passes a variable that each block or thread has; pass a global one");
                }
            }
        }
    }

    /** Rejects a barrier of a known number that some threads use with a reduction and some without. */
    private void barrier(LitmusStatement statement) {
        if (statement.instruction() instanceof LitmusInstruction.Barrier barrier
                && barrier.resource() instanceof LitmusOperand.Immediate resource) {
            boolean reduces = barrier.reduction().isPresent();
            Boolean before = reducing.putIfAbsent(resource.value(), reduces);
            if (before != null && before != reduces) {
                throw error(
                        statement,
                        "uses barrier " + resource.value()
                                + " with and without a reduction, which PTX leaves undefined; use another barrier");
            }
        }
    }

    private void launch(LitmusStatement statement, LitmusInstruction.Launch launch, boolean byHost) {
        shape(statement, launch);
        attributes(statement, launch, byHost);
        if (launch.stream() == StreamOperand.Predefined.SIBLING) {
            throw error(statement, "uses the stream of sibling graphs; launch a graph, or use faf");
        }
        boolean isOrdered = launch.stream() != StreamOperand.Predefined.TAIL
                && launch.stream() != StreamOperand.Predefined.FIRE_AND_FORGET;
        if (launch.attributes().programmatic() && !(byHost && isOrdered)) {
            throw error(
                    statement,
                    "depends on the launch ahead of it, which launches of the host in one stream may; launch it in the"
                            + " column host");
        }
        if (launch.stream() == StreamOperand.Predefined.TAIL && dialect == Dialect.CDP1) {
            throw error(statement, "uses the tail stream, which CDP1 does not have (TAIL-9)");
        }
        if (launch.stream() == StreamOperand.Predefined.FIRE_AND_FORGET && dialect == Dialect.CDP1) {
            throw error(statement, "uses the fire-and-forget stream, which CDP1 does not have");
        }
    }

    private void shape(LitmusStatement statement, LitmusInstruction.Launch launch) {
        KernelProgram kernel = kernels.get(launch.kernel());
        if (launch.arguments().size() != kernel.parameters()) {
            throw error(
                    statement,
                    "gives " + launch.arguments().size() + " arguments to '" + kernel.name() + "', which takes "
                            + kernel.parameters());
        }
        if (kernel.programs().size() > 1 && kernel.programs().size() != launch.threads()) {
            throw error(
                    statement,
                    "launches blocks of " + launch.threads() + " threads, but '" + kernel.name()
                            + "' has a column for each of " + kernel.programs().size());
        }
        if (launch.blocks() == 0 || launch.threads() == 0) {
            throw error(statement, "launches no thread; give at least one block and one thread");
        }
    }

    private void attributes(LitmusStatement statement, LitmusInstruction.Launch launch, boolean byHost) {
        LaunchAttributes attributes = launch.attributes();
        int cluster = attributes.clusterBlocks();
        if (cluster == 0 || cluster > LARGEST_CLUSTER || launch.blocks() % cluster != 0) {
            throw error(
                    statement,
                    "launches " + launch.blocks() + " blocks in clusters of " + cluster
                            + ", which is refused (C-1); give a cluster from 1 to " + LARGEST_CLUSTER
                            + " blocks and the grid a multiple of it");
        }
        if (!attributes.equals(LaunchAttributes.NONE) && dialect == Dialect.CDP1) {
            throw error(statement, "has an attribute that CDP1 does not have; write cdp2 behind the test's name");
        }
        if (attributes.cooperative() && !byHost) {
            throw error(statement, "launches a cooperative grid, which the host alone can");
        }
        if (attributes.cooperative() && launches(launch)) {
            throw error(statement, "launches a kernel that launches grids cooperatively, which is refused (K-2)");
        }
    }

    private LitmusException error(LitmusStatement statement, String what) {
        return new LitmusException(file, statement.line(), "'" + statement.text() + "' " + what);
    }
}
