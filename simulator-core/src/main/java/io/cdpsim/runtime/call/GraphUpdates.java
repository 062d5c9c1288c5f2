package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.graph.GraphCondition;
import io.cdpsim.runtime.graph.GraphRuns;
import io.cdpsim.runtime.version.CudaError;

/**
 * Updates of graphs by device code: the values of conditions, and the parameters, grid dimensions and states of updatable nodes.
 */
public final class GraphUpdates {
    /** The size of {@code cudaGraphKernelNodeUpdate}: node, field, and the data of the field, bytes. */
    private static final int UPDATE_BYTES = 40;

    private static final int FIELD_AT = 8;
    private static final int DATA_AT = 16;

    /** {@code cudaGraphKernelNodeField}. */
    private static final int GRID_FIELD = 1;

    private static final int PARAMETER_FIELD = 2;
    private static final int ENABLED_FIELD = 3;

    private final Gpu gpu;
    private final GraphRuns graphs;
    private final ThreadErrors errors;

    public GraphUpdates(Gpu gpu, GraphRuns graphs, ThreadErrors errors) {
        this.gpu = gpu;
        this.graphs = graphs;
        this.errors = errors;
    }

    /** Executes the call of a lane. */
    void update(Warp warp, Instruction in, int lane) {
        LaneUpdate call = new LaneUpdate(warp, in, lane);
        switch (CallArguments.call(in).call()) {
            case GRAPH_SET_CONDITIONAL -> call.setCondition();
            case GRAPH_KERNEL_NODE_SET_PARAM ->
                call.report(call.setParameter(
                        call.argument(CallRole.GRAPH_NODE),
                        call.argument(CallRole.PARAMETER_OFFSET),
                        call.argument(CallRole.SOURCE),
                        call.argument(CallRole.BYTES)));
            case GRAPH_KERNEL_NODE_SET_ENABLED ->
                call.report(call.setEnabled(
                        call.argument(CallRole.GRAPH_NODE), (call.argument(CallRole.ENABLED) & 0xFF) != 0));
            case GRAPH_KERNEL_NODE_SET_GRID_DIM ->
                call.report(call.resize(
                        call.argument(CallRole.GRAPH_NODE),
                        call.argument(CallRole.GRID_X),
                        call.argument(CallRole.GRID_Y),
                        call.argument(CallRole.GRID_Z)));
            case GRAPH_KERNEL_NODE_UPDATES_APPLY ->
                call.report(call.applyAll(call.argument(CallRole.SOURCE), call.argument(CallRole.UPDATE_COUNT)));
            default -> throw new IllegalStateException("the call does not update a graph");
        }
    }

    /** A call by one lane of a warp. */
    private final class LaneUpdate {
        private final Warp warp;
        private final Instruction in;
        private final int lane;
        private final ThreadMemory memory = gpu.threadMemory();

        LaneUpdate(Warp warp, Instruction in, int lane) {
            this.warp = warp;
            this.in = in;
            this.lane = lane;
        }

        long argument(CallRole role) {
            return CallArguments.argument(warp, in, role, lane);
        }

        void report(CudaError error) {
            errors.report(warp, in, lane, error);
        }

        void setCondition() {
            GraphCondition condition = graphs.condition(argument(CallRole.GRAPH_CONDITION));
            if (condition == null) {
                fault("device code sets a condition that no graph has; pass a handle of"
                        + " cudaGraphConditionalHandleCreate");
            } else {
                condition.set((int) argument(CallRole.CONDITION_VALUE));
            }
        }

        private void fault(String reason) {
            gpu.fault(DeviceFault.Kind.ILLEGAL_ADDRESS, warp, in, lane, reason);
        }

        CudaError setEnabled(long node, boolean enabled) {
            if (!graphs.isDeviceNode(node)) {
                return CudaError.INVALID_VALUE;
            }
            graphs.setEnabled(node, enabled);
            return CudaError.SUCCESS;
        }

        CudaError resize(long node, long x, long y, long z) {
            long gridX = x & 0xFFFF_FFFFL;
            long gridY = y & 0xFFFF_FFFFL;
            long gridZ = z & 0xFFFF_FFFFL;
            boolean fits = graphs.isDeviceNode(node)
                    && gridX > 0
                    && gridY > 0
                    && gridZ > 0
                    && graphs.resize(node, gridX, gridY, gridZ);
            return fits ? CudaError.SUCCESS : CudaError.INVALID_VALUE;
        }

        CudaError setParameter(long node, long offset, long from, long bytes) {
            if (!graphs.isDeviceNode(node)
                    || offset < 0
                    || bytes < 0
                    || offset > graphs.parameterBytes(node)
                    || bytes > graphs.parameterBytes(node) - offset) {
                return CudaError.INVALID_VALUE;
            }
            byte[] value = new byte[(int) bytes];
            for (int i = 0; i < value.length; i++) {
                if (!memory.reaches(warp, lane, from + i, ValueType.U8)) {
                    fault("the value of a parameter at 0x" + Long.toHexString(from) + ", outside every allocation");
                    return CudaError.INVALID_VALUE;
                }
                value[i] = (byte) memory.load(warp, lane, from + i, ValueType.U8);
            }
            graphs.setParameter(node, (int) offset, value);
            return CudaError.SUCCESS;
        }

        CudaError applyAll(long updates, long count) {
            for (long i = 0; i < count; i++) {
                long at = updates + i * UPDATE_BYTES;
                if (!memory.reaches(warp, lane, at, ValueType.U64)
                        || !memory.reaches(warp, lane, at + UPDATE_BYTES - Long.BYTES, ValueType.U64)) {
                    fault("an update of a graph's node at 0x" + Long.toHexString(at) + ", outside every allocation");
                    return CudaError.INVALID_VALUE;
                }
                CudaError error = apply(at);
                if (error != CudaError.SUCCESS) {
                    return error;
                }
            }
            return CudaError.SUCCESS;
        }

        private CudaError apply(long at) {
            long node = quad(at);
            long data = at + DATA_AT;
            return switch (word(at + FIELD_AT)) {
                case GRID_FIELD -> resize(node, word(data), word(data + 4), word(data + 8));
                case PARAMETER_FIELD -> setParameter(node, quad(data + 8), quad(data), quad(data + 16));
                case ENABLED_FIELD -> setEnabled(node, word(data) != 0);
                default -> CudaError.INVALID_VALUE;
            };
        }

        private int word(long address) {
            return (int) memory.load(warp, lane, address, ValueType.U32);
        }

        private long quad(long address) {
            return memory.load(warp, lane, address, ValueType.U64);
        }
    }
}
