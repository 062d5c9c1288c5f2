package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.MatrixSemantics;
import io.cdpsim.kernel.semantics.MatrixSemantics.Fragment;
import io.cdpsim.warp.Lanes;

/** Runs the instructions of a whole warp on matrices in registers. Reports lanes that are missing, which leave the result undefined. */
final class MatrixUnit {
    private static final int ALL = -1;
    private static final int MOST_REGISTERS = 8;

    private final WarpDevice device;
    /** Allocated for the first instruction, since few programs have any and each SM has its own. */
    private long[] results = {};

    MatrixUnit(WarpDevice device) {
        this.device = device;
    }

    /** Reports the lanes that do not take part. */
    void checkLanes(Warp warp, Instruction in, int lanes, long now) {
        int missing = warp.state().stack().liveLanes() & ~lanes;
        if (missing != 0) {
            device.calls().lanesDisagree(warp, in, ALL, 0, missing, now);
        }
    }

    void multiply(Warp warp, Instruction in, int lanes, long now) {
        checkLanes(warp, in, lanes, now);
        allocate();
        Modifiers.MatrixMultiply shape = (Modifiers.MatrixMultiply) in.modifiers();
        LaneState state = warp.state();
        MatrixSemantics.multiply(
                shape, fragment(state, in.a()), fragment(state, in.b()), fragment(state, in.c()), results);
        move(state, in.destination(), shape.registersOfD(), lanes);
    }

    void transpose(Warp warp, Instruction in, int lanes, long now) {
        checkLanes(warp, in, lanes, now);
        allocate();
        MatrixSemantics.transpose(fragment(warp.state(), in.a()), results);
        move(warp.state(), in.destination(), 1, lanes);
    }

    private void allocate() {
        if (results.length == 0) {
            results = new long[MOST_REGISTERS * Lanes.COUNT];
        }
    }

    private static Fragment fragment(LaneState state, int operand) {
        return new Fragment(state.source(operand), state.offset(operand));
    }

    private void move(LaneState state, int destination, int count, int lanes) {
        int first = state.offset(destination);
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int i = 0; i < count; i++) {
                state.registers()[first + i * Lanes.COUNT + lane] = results[i * Lanes.COUNT + lane];
            }
        }
    }
}
