package io.cdpsim.runtime.graph;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.causality.GridCausality;
import java.util.List;
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
     * @param deviceNode the handle by which device code updates the node; 0 if it cannot
     */
    // The array is never changed; no one compares work.
    @SuppressWarnings("ArrayRecordComponent")
    record Launch(Kernel kernel, LaunchShape shape, byte[] parameters, boolean cooperative, long deviceNode)
            implements GraphWork {
        /** A node that device code does not update. */
        public Launch(Kernel kernel, LaunchShape shape, byte[] parameters, boolean cooperative) {
            this(kernel, shape, parameters, cooperative, 0);
        }

        /** The same node, which device code updates by a handle, not 0 ({@code cudaGraphDeviceNode_t}). */
        public Launch updatableBy(long handle) {
            return new Launch(kernel, shape, parameters, cooperative, handle);
        }

        /** The same node, whose blocks may wait for each other or not. */
        public Launch asCooperative(boolean markCooperative) {
            return new Launch(kernel, shape, parameters, markCooperative, deviceNode);
        }

        /** The same node with another grid. */
        Launch withGrid(long x, long y, long z) {
            LaunchShape resized = new LaunchShape(
                    x, y, z, shape.blockX(), shape.blockY(), shape.blockZ(), shape.dynamicSharedBytes());
            return new Launch(kernel, resized, parameters, cooperative, deviceNode);
        }

        /** The same node with other bytes in its parameter buffer. */
        Launch withParameterBytes(int offset, byte[] bytes) {
            byte[] changed = parameters.clone();
            System.arraycopy(bytes, 0, changed, offset, bytes.length);
            return new Launch(kernel, shape, changed, cooperative, deviceNode);
        }

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

    /**
     * A node that tests a condition and runs one of its graphs, or none.
     *
     * @param bodies the graphs, which belong to this node
     */
    record Conditional(GraphCondition condition, Kind kind, List<Graph> bodies) implements GraphWork {
        /** What the value decides, in the order of CUDA's numbers ({@code cudaGraphConditionalNodeType}). */
        public enum Kind {
            /** The first graph runs if the value is not 0, else the second if there is one. */
            IF,
            /** The graph runs as long as the value is not 0. */
            WHILE,
            /** The graph with the value's number runs. */
            SWITCH
        }

        /** A node with its graphs. */
        public Conditional {
            bodies = List.copyOf(bodies);
        }

        @Override
        public GraphNodeType type() {
            return GraphNodeType.CONDITIONAL;
        }

        @Override
        public boolean fitsDeviceGraph() {
            return false;
        }

        /** The number of the graph that runs next; -1 if none does. */
        int chosen() {
            int value = condition.value();
            int body = switch (kind) {
                case IF -> value != 0 ? 0 : 1;
                case WHILE -> value != 0 ? 0 : -1;
                case SWITCH -> value;
            };
            return body < bodies.size() ? body : -1;
        }
    }
}
