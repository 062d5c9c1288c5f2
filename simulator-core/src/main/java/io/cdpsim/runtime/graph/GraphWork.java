package io.cdpsim.runtime.graph;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.causality.GridCausality;
import org.jspecify.annotations.Nullable;

/** What a node of a graph does. */
public sealed interface GraphWork {
    /** The node's type. */
    GraphNodeType type();

    /** Whether a graph that device code launches may hold it (rule G-8). */
    boolean fitsDeviceGraph();

    /**
     * A grid.
     *
     * @param parameters the kernel's parameter buffer, which no one changes
     * @param cooperative whether its blocks may wait for each other
     */
    // The array is never changed; no one compares work.
    @SuppressWarnings("ArrayRecordComponent")
    record Launch(Kernel kernel, LaunchShape shape, byte[] parameters, boolean cooperative) implements GraphWork {
        @Override
        public GraphNodeType type() {
            return GraphNodeType.KERNEL;
        }

        @Override
        public boolean fitsDeviceGraph() {
            // Rule G-8.
            return !kernel.usesDynamicParallelism();
        }
    }

    /**
     * A copy, a fill, a host function or an event, which the host's side of the runtime carries out.
     *
     * @param start starts the work
     */
    record Operation(GraphNodeType type, boolean fitsDeviceGraph, Start start) implements GraphWork {
        /** Carries an operation out. */
        @FunctionalInterface
        public interface Start {
            /**
             * Starts the work.
             *
             * @param watched the operation as the visibility checker knows it, if there is one
             * @param done runs when the work is done
             */
            void run(@Nullable GridCausality watched, Runnable done);
        }
    }

    /** A node that only orders others. */
    record Empty() implements GraphWork {
        @Override
        public GraphNodeType type() {
            return GraphNodeType.EMPTY;
        }

        @Override
        public boolean fitsDeviceGraph() {
            return false;
        }
    }

    /**
     * A graph inside another.
     *
     * @param graph a copy that belongs to this node
     */
    record Nested(Graph graph) implements GraphWork {
        @Override
        public GraphNodeType type() {
            return GraphNodeType.GRAPH;
        }

        @Override
        public boolean fitsDeviceGraph() {
            return graph.nodes().stream().allMatch(each -> each.work().fitsDeviceGraph());
        }
    }
}
