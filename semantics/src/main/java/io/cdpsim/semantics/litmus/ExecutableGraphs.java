package io.cdpsim.semantics.litmus;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.launch.ParameterBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The executable graphs of one run of a test, one for each place that launches a graph. */
final class ExecutableGraphs {
    private final LaunchSites sites;
    private final RecordLayout layout;
    private final TestKernels kernels;
    private final VariableAddresses variables;
    private final Map<Integer, GraphExec> executables = new HashMap<>();

    /** Refers to the kernels of all nodes, which are to be built. */
    ExecutableGraphs(LaunchSites sites, RecordLayout layout, TestKernels kernels, VariableAddresses variables) {
        this.sites = sites;
        this.layout = layout;
        this.kernels = kernels;
        this.variables = variables;
        for (LaunchSites.GraphSite site : sites.graphs()) {
            site.graph().nodes().forEach(each -> kernels.reference(each.launch(), true));
        }
    }

    /** Instantiates the graphs when the kernels are built. Those of device code are uploaded. */
    void instantiate(Host host) {
        HostStream stream = host.createStream();
        for (LaunchSites.GraphSite site : sites.graphs()) {
            GraphExec exec = host.graphs().instantiate(graph(host, site), !site.byHost());
            executables.put(site.first(), exec);
            write(host, sites.recordOf(site.first()), layout.graphWord(), exec.handle());
            if (!site.byHost()) {
                host.graphs().upload(exec, stream);
            }
        }
        if (!sites.graphs().isEmpty()) {
            host.synchronize();
        }
    }

    private Graph graph(Host host, LaunchSites.GraphSite site) {
        Graph graph = new Graph();
        List<GraphNode> nodes = new ArrayList<>();
        for (LitmusGraph.Node each : site.graph().nodes()) {
            int number = site.first() + nodes.size();
            LitmusInstruction.Launch launch = each.launch();
            Kernel kernel = kernels.reference(launch, true).kernel();
            List<Number> arguments = new ArrayList<>(List.of((long) sites.recordOf(number), 0L, (long) number, 0L));
            launch.arguments()
                    .forEach(argument -> arguments.add(
                            argument instanceof LitmusOperand.Symbol symbol
                                    ? variables.of(symbol.variable())
                                    : ((LitmusOperand.Immediate) argument).value()));
            LaunchShape shape = LaunchShape.of(
                            launch.blocks(), kernels.threadsOfBlock(launch.kernel(), launch.threads()))
                    .of(kernel.attributes());
            GraphWork work = host.graphs()
                    .kernelWithBuffer(kernel, shape, ParameterBuffer.of(kernel, arguments.toArray(new Number[0])));
            if (launch.attributes().cooperative() && work instanceof GraphWork.Launch ordinary) {
                work = ordinary.asCooperative(true);
            }
            GraphNode node = graph.add(work, List.of());
            for (LitmusGraph.Dependency dependency : each.dependencies()) {
                graph.addDependency(
                        nodes.get(dependency.node()),
                        node,
                        dependency.programmatic() ? DependencyPort.PROGRAMMATIC : DependencyPort.COMPLETION);
            }
            nodes.add(node);
        }
        return graph;
    }

    /** The host launches a graph. */
    void launch(Host host, LitmusInstruction.GraphLaunch launch, int hostRecord, HostStream stream) {
        LaunchSites.GraphSite site = sites.graphOf(launch);
        for (int i = 0; i < site.graph().nodes().size(); i++) {
            write(host, sites.recordOf(site.first() + i), layout.launcherWord(), hostRecord);
        }
        GraphExec exec = executables.get(site.first());
        if (exec == null) {
            throw new IllegalStateException("the graphs are not instantiated");
        }
        host.graphs().launch(exec, stream);
    }

    private void write(Host host, int record, int word, long value) {
        VariableAddresses.write(
                host,
                variables.records() + (long) record * layout.bytes() + (long) word * RecordLayout.WORD_BYTES,
                value);
    }
}
