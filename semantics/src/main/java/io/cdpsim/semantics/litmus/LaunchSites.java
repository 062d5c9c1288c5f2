package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import java.util.ArrayList;
import java.util.List;

/** The places of a test from which grids are launched, numbered: launches of grids, and the nodes of launches of graphs. */
final class LaunchSites {
    private final List<Site> sites = new ArrayList<>();
    private final List<LitmusInstruction> launches = new ArrayList<>();
    private final List<GraphSite> graphs = new ArrayList<>();

    /**
     * A place.
     *
     * @param label the grid's name below its launcher
     * @param launch its shape and its kernel
     */
    record Site(String label, LitmusInstruction.Launch launch) {}

    /**
     * A launch of a graph. Each has an executable graph of its own.
     *
     * @param instruction the launch
     * @param graph the graph
     * @param byHost whether the host launches it
     * @param first number of the site of the first node; those of the others follow
     */
    record GraphSite(LitmusInstruction.GraphLaunch instruction, LitmusGraph graph, boolean byHost, int first) {}

    LaunchSites(LitmusTest test) {
        test.threads().forEach(each -> note(test, each.program(), false));
        test.host().ifPresent(each -> note(test, each, true));
        for (KernelProgram kernel : test.kernels()) {
            kernel.programs().forEach(each -> note(test, each, false));
        }
    }

    private void note(LitmusTest test, LitmusProgram program, boolean byHost) {
        for (LitmusStatement statement : program.statements()) {
            if (statement.instruction() instanceof LitmusInstruction.Launch launch) {
                add(new Site(launch.label(), launch), launch);
            } else if (statement.instruction() instanceof LitmusInstruction.GraphLaunch launch) {
                LitmusGraph graph = test.graphs().get(launch.graph());
                graphs.add(new GraphSite(launch, graph, byHost, sites.size()));
                graph.nodes()
                        .forEach(each -> add(
                                new Site(launch.label() + "." + each.launch().label(), each.launch()), launch));
            }
        }
    }

    private void add(Site site, LitmusInstruction launch) {
        sites.add(site);
        launches.add(launch);
    }

    /** The number of a launch site, identified by its object, since two sites may have the same text. */
    int numberOf(LitmusInstruction.Launch launch) {
        for (int i = 0; i < launches.size(); i++) {
            if (isSame(launches.get(i), launch)) {
                return i;
            }
        }
        throw new IllegalArgumentException(launch + " is not a launch of this test");
    }

    /** The launches of graphs. */
    List<GraphSite> graphs() {
        return graphs;
    }

    GraphSite graphOf(LitmusInstruction.GraphLaunch launch) {
        return graphs.stream()
                .filter(each -> isSame(each.instruction(), launch))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(launch + " is not a launch of this test"));
    }

    /** The number of the record of a node's first thread: those of nodes are the last ones. */
    int recordOf(int site) {
        int record = RecordLayout.RECORDS;
        for (GraphSite graph : graphs) {
            for (int i = graph.first();
                    i < graph.first() + graph.graph().nodes().size();
                    i++) {
                LitmusInstruction.Launch launch = sites.get(i).launch();
                record -= launch.blocks() * launch.threads();
                if (i == site) {
                    return record;
                }
            }
        }
        throw new IllegalArgumentException("site " + site + " is not a node");
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(LitmusInstruction a, LitmusInstruction b) {
        return a == b;
    }

    Site get(int number) {
        return sites.get(number);
    }
}
