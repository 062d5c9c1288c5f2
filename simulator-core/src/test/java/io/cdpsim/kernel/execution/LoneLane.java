package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.warp.Lanes;
import java.util.ArrayDeque;
import java.util.Deque;

/** Runs a kernel for a single lane as any sequential machine would: the reference for warps. Knows a handful of instructions. */
final class LoneLane {
    private record Frame(int returnTo, int registerWindow, int predicateWindow) {}

    private final Kernel kernel;
    private final long[] registers;
    private final boolean[] predicates;
    private final Deque<Frame> callers = new ArrayDeque<>();
    private int programCounter;
    private int registerWindow;
    private int predicateWindow;
    private int steps;

    private LoneLane(Kernel kernel, int lane, int registerCount) {
        this.kernel = kernel;
        this.registers = new long[registerCount];
        this.predicates = new boolean[registerCount];
        registers[0] = lane;
    }

    /** Runs the lane. @return its registers at the end, those of inner frames behind those of the outermost */
    static long[] run(Kernel kernel, int lane, int registerCount) {
        LoneLane it = new LoneLane(kernel, lane, registerCount);
        while (it.step()) {
            it.steps++;
        }
        return it.registers;
    }

    /** Instructions a lane runs. */
    static int steps(Kernel kernel, int lane, int registerCount) {
        LoneLane it = new LoneLane(kernel, lane, registerCount);
        while (it.step()) {
            it.steps++;
        }
        return it.steps;
    }

    private boolean step() {
        Instruction in = kernel.code()[programCounter++];
        if (in.guard() >= 0 && predicates[predicateWindow + in.guard()] == in.guardNegated()) {
            return true;
        }
        switch (in.opcode()) {
            case EXIT -> {
                return false;
            }
            case NANOSLEEP -> {}
            case BRANCH -> programCounter = in.target();
            case CALL -> {
                Modifiers.Call call = (Modifiers.Call) in.modifiers();
                callers.push(new Frame(programCounter, registerWindow, predicateWindow));
                registerWindow += call.registerWindow();
                predicateWindow += call.predicateWindow();
                programCounter = in.target();
            }
            case RETURN -> {
                if (callers.isEmpty()) {
                    return false;
                }
                Frame frame = callers.pop();
                programCounter = frame.returnTo();
                registerWindow = frame.registerWindow();
                predicateWindow = frame.predicateWindow();
            }
            case COMPARE_S32 -> predicates[predicateWindow + in.destination()] = compare(in);
            default -> registers[registerWindow + in.destination()] = compute(in);
        }
        return true;
    }

    private boolean compare(Instruction in) {
        int a = value(in.a());
        int b = value(in.b());
        return switch (((Modifiers.Compare) in.modifiers()).comparison()) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case LESS -> a < b;
            case LESS_OR_EQUAL -> a <= b;
            case GREATER -> a > b;
            case GREATER_OR_EQUAL -> a >= b;
            default -> throw new IllegalStateException("no test asks " + in.modifiers());
        };
    }

    private int compute(Instruction in) {
        return switch (in.opcode()) {
            case MOV -> value(in.a());
            case ADD_I32 -> Math.toIntExact(((long) value(in.a()) + value(in.b())) << 32 >> 32);
            case AND_B32 -> value(in.a()) & value(in.b());
            case XOR_B32 -> value(in.a()) ^ value(in.b());
            case MAD_I32 -> Math.toIntExact(((long) value(in.a()) * value(in.b()) + value(in.c())) << 32 >> 32);
            default -> throw new IllegalStateException("no test uses " + in.opcode());
        };
    }

    private int value(int code) {
        return (int) (code >= 0 ? registers[registerWindow + code] : kernel.constants()[~code * Lanes.COUNT]);
    }
}
