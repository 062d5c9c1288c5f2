package io.cdpsim.runtime.graph;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.causality.GridCausality;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of a graph node. */
public sealed interface GraphWork {
    /** The node's type. */
    GraphNodeType type();

    /** Whether a graph that device code launches may contain it (rule G-8). */
    boolean fitsDeviceGraph();

    /**
     * A grid.
     *
     * @param parameters the kernel's parameter buffer, which must not change
     * @param cooperative whether its blocks may wait for each other
     * @param deviceNode the handle by which device code can update the node; 0 if it cannot
     */
    // The array is never changed, and work is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Launch(Kernel kernel, LaunchShape shape, byte[] parameters, boolean cooperative, long deviceNode)
            implements GraphWork {
        /** A launch that device code cannot update. */
        public Launch(Kernel kernel, LaunchShape shape, byte[] parameters, boolean cooperative) {
            this(kernel, shape, parameters, cooperative, 0);
        }

        /** A copy that device code can update by a handle other than 0 ({@code cudaGraphDeviceNode_t}). */
        public Launch updatableBy(long handle) {
            return new Launch(kernel, shape, parameters, cooperative, handle);
        }

        /** A copy that is a cooperative launch or not. */
        public Launch asCooperative(boolean isCooperative) {
            return new Launch(kernel, shape, parameters, isCooperative, deviceNode);
        }

        /** A copy in other clusters. */
        public Launch inClusters(ClusterShape clusters) {
            return new Launch(kernel, shape.in(clusters), parameters, cooperative, deviceNode);
        }

        /** A copy with the attributes of another launch: whether it is cooperative, its clusters, and its handle. */
        public Launch withAttributesOf(Launch other) {
            LaunchShape clustered = other.shape.cluster().isExplicit() ? shape.in(other.shape.cluster()) : shape;
            return new Launch(kernel, clustered, parameters, other.cooperative, other.deviceNode);
        }

        /** A copy with other grid dimensions. */
        Launch withGrid(long x, long y, long z) {
            LaunchShape resized = new LaunchShape(
                    x,
                    y,
                    z,
                    shape.blockX(),
                    shape.blockY(),
                    shape.blockZ(),
                    shape.dynamicSharedBytes(),
                    shape.cluster());
            return new Launch(kernel, resized, parameters, cooperative, deviceNode);
        }

        /** A copy with other bytes in its parameter buffer. */
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
     * A copy, a fill, a host function or an event operation, which the host's part of the runtime executes.
     *
     * @param operands the kinds of memory of a copy; an update of the node cannot change them
     * @param start starts the work
     */
    record Operation(GraphNodeType type, boolean fitsDeviceGraph, Operands operands, Start start) implements GraphWork {
        /** The kinds of memory of the destination and the source of a copy. */
        public enum Operands {
            /** Work that is not a copy. */
            NONE,
            WITHIN_DEVICE,
            DEVICE_TO_HOST,
            HOST_TO_DEVICE,
            WITHIN_HOST;

            /** The operands of a copy. */
            public static Operands of(boolean toHost, boolean fromHost) {
                return toHost ? fromHost ? WITHIN_HOST : DEVICE_TO_HOST : fromHost ? HOST_TO_DEVICE : WITHIN_DEVICE;
            }
        }

        /** Work that is not a copy. */
        public Operation(GraphNodeType type, boolean fitsDeviceGraph, Start start) {
            this(type, fitsDeviceGraph, Operands.NONE, start);
        }

        /** Starts an operation. */
        @FunctionalInterface
        public interface Start {
            /**
             * Starts the work.
             *
             * @param watched the operation in the visibility checker, or null
             * @param done runs when the work is complete
             */
            void run(@Nullable GridCausality watched, Runnable done);

            /** The host launches the graph of the operation, which runs later. */
            default void launched() {}
        }
    }

    /** No work; the node only orders others. */
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
     * A child graph.
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
     * A test of a condition, and one body graph, or none, by its value.
     *
     * @param bodies the body graphs, which belong to this node
     */
    record Conditional(GraphCondition condition, Kind kind, List<Graph> bodies) implements GraphWork {
        /** The type of the conditional node, in the order of CUDA's numbers ({@code cudaGraphConditionalNodeType}). */
        public enum Kind {
            /** The first body runs if the value is not 0, otherwise the second if there is one. */
            IF,
            /** The body runs while the value is not 0. */
            WHILE,
            /** The body with the number of the value runs. */
            SWITCH
        }

        /** A conditional with its bodies. */
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

        /** The number of the body that runs next, or -1. */
        int selectedBody() {
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
