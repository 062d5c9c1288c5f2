package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.AddressSpace;
import java.util.ArrayList;
import java.util.List;

/** Software above an SM that writes down what it is asked, and answers as a test wants it. */
final class RecordedCalls implements DeviceCalls {
    /** What it was told or asked, in order, with the cycle. */
    final List<String> told = new ArrayList<>();

    /** Whether what there are rules for is a fault. */
    boolean faults;

    /** How long a call waits for its turn, cycles from 0 on. */
    long turn;

    /** How long a call takes, or {@link DeviceCalls#BLOCKED}. */
    long callCycles = 300;

    @Override
    public long turn(Warp warp, Instruction instruction, int lanes, long nowCycles) {
        return Math.max(turn, nowCycles);
    }

    @Override
    public long call(Warp warp, Instruction instruction, int lanes, long nowCycles) {
        told.add("call of " + Integer.bitCount(lanes) + " at " + nowCycles);
        return callCycles == BLOCKED ? BLOCKED : nowCycles + callCycles;
    }

    @Override
    public long print(Warp warp, Instruction instruction, int lanes, long nowCycles) {
        told.add("print of " + Integer.bitCount(lanes) + " at " + nowCycles);
        return nowCycles + callCycles;
    }

    @Override
    public void lanesDisagree(Warp warp, Instruction instruction, int mask, int unnamed, int missing, long nowCycles) {
        told.add("mask " + Integer.toHexString(mask) + " unnamed " + Integer.toHexString(unnamed) + " missing "
                + Integer.toHexString(missing));
    }

    @Override
    public long currentGraph(Grid grid) {
        return 0;
    }

    @Override
    public long workspace(Grid grid, Instruction in) {
        return 0;
    }

    @Override
    public long kernelAddress(Kernel kernel) {
        return kernel.name().length();
    }

    @Override
    public boolean foreignAddress(Warp warp, Instruction instruction, AddressSpace space, long nowCycles) {
        told.add("foreign " + space);
        return faults;
    }

    @Override
    public boolean storesToConstant(Warp warp, Instruction instruction, long nowCycles) {
        told.add("store to constant");
        return faults;
    }
}
