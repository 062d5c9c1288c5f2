package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;

/** A warp that runs a kernel to its end with the SIMT stack, without time, and remembers what ran for which lanes. */
public final class WarpTrace {
    private static final int MOST_STEPS = 2_000_000;

    /** One instruction that ran, and the lanes at it. */
    record Step(int programCounter, int activeLanes) {}

    private final Kernel kernel;
    private final LaneState state;
    private final List<Step> steps = new ArrayList<>();

    private WarpTrace(Kernel kernel) {
        this.kernel = kernel;
        this.state = new LaneState(kernel);
    }

    /** Runs a kernel whose register 0 holds the lane's index at the start. */
    public static WarpTrace run(Kernel kernel, int lanes) {
        WarpTrace trace = new WarpTrace(kernel);
        trace.state.start(kernel, lanes);
        for (int lane = 0; lane < Lanes.COUNT && kernel.registers() > 0; lane++) {
            trace.state.set(0, lane, lane);
        }
        SimtStack stack = trace.state.stack();
        while (stack.activeLanes() != 0) {
            if (trace.steps.size() == MOST_STEPS) {
                throw new AssertionError("does not end");
            }
            trace.step(stack);
        }
        return trace;
    }

    private void step(SimtStack stack) {
        Instruction in = kernel.code()[stack.programCounter()];
        steps.add(new Step(stack.programCounter(), stack.activeLanes()));
        int lanes = state.lanesOf(in);
        switch (in.opcode()) {
            case BRANCH -> stack.branch(lanes, in.target(), in.reconvergence());
            case EXIT -> stack.exitLanes(lanes);
            case RETURN -> stack.returnLanes(lanes);
            case CALL -> {
                Modifiers.Call call = (Modifiers.Call) in.modifiers();
                stack.call(in.target(), call.registerWindow(), call.predicateWindow());
                state.reserve(
                        stack.registerWindow() + kernel.registers(), stack.predicateWindow() + kernel.predicates());
            }
            case READ_SPECIAL -> {
                readLane(in, lanes);
                stack.advance();
            }
            default -> {
                new LaneArithmetic().execute(in, state, lanes);
                stack.advance();
            }
        }
    }

    /** The lane's index is the only special register here. */
    private void readLane(Instruction in, int lanes) {
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            if ((lanes >>> lane & 1) != 0) {
                state.set(in.destination(), lane, lane);
            }
        }
    }

    /** A register of the outermost frame. */
    public long register(int index, int lane) {
        return state.registers()[index * Lanes.COUNT + lane];
    }

    /** All registers of one lane, those of inner frames too. */
    long[] registersOf(int lane, int count) {
        long[] values = new long[count];
        for (int r = 0; r < count && r * Lanes.COUNT < state.registers().length; r++) {
            values[r] = register(r, lane);
        }
        return values;
    }

    /** The lanes at an instruction, each time it ran. */
    List<Integer> lanesAt(int programCounter) {
        return steps.stream()
                .filter(s -> s.programCounter() == programCounter)
                .map(Step::activeLanes)
                .toList();
    }

    int size() {
        return steps.size();
    }
}
