package io.cdpsim.memory.litmus;

import io.cdpsim.memory.litmus.LitmusInstruction.Launch;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import java.util.List;

/**
 * A CUDA graph of kernel nodes, instantiated before the test starts.
 *
 * @param name its name in launches
 * @param nodes in an order in which each follows those it depends on
 */
public record LitmusGraph(String name, List<Node> nodes) {
    /** Keeps a copy. */
    public LitmusGraph {
        nodes = List.copyOf(nodes);
    }

    /**
     * A kernel node.
     *
     * @param statement its {@link Launch}, with its place in the file; its arguments are numbers and addresses of variables
     * @param dependencies the edges to it
     */
    public record Node(LitmusStatement statement, List<Dependency> dependencies) {
        /** Keeps a copy. */
        public Node {
            dependencies = List.copyOf(dependencies);
        }

        /** The kernel, its shape and its arguments. */
        public Launch launch() {
            return (Launch) statement.instruction();
        }
    }

    /**
     * An edge from an earlier node.
     *
     * @param node index of the earlier node
     * @param programmatic whether the later node may start before the earlier one is complete ({@code cudaGraphKernelNodePortProgrammatic})
     */
    public record Dependency(int node, boolean programmatic) {}
}
