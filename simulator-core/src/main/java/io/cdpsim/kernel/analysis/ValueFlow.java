package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What registers hold wherever they are read, as far as that is certain on every way there: constants, addresses in the thread's own shared or local
 * memory, parameter buffers of launches. In contrast to {@link PointerTracing} the order of instructions counts, so that a register which is used for
 * several values in turn reports each.
 *
 * <p>Nothing is known of what is loaded from memory, of what lanes exchange, of the parameters of functions and of what a function may have changed.
 */
public final class ValueFlow {
    /** The knowledge of a value. */
    public sealed interface Value {
        /** Unknown. */
        record Unknown() implements Value {}

        /** Its bits. */
        record Constant(long bits) implements Value {}

        /**
         * An address in the thread's own memory, which is invalid in another grid.
         *
         * @param space {@link AddressSpace#SHARED} or {@link AddressSpace#LOCAL}
         */
        record OwnAddress(AddressSpace space) implements Value {}

        /**
         * An address in the buffer for the parameters of a launch.
         *
         * @param call the instruction that allocated the buffer
         */
        record ParameterBuffer(int call) implements Value {}
    }

    private static final Value UNKNOWN = new Value.Unknown();

    private final Kernel kernel;
    private final Instruction[] code;
    private final Map<Integer, Value[]> before = new HashMap<>();
    private final Deque<Integer> due = new ArrayDeque<>();

    /** Follows the values of a kernel and of its functions. */
    public ValueFlow(Kernel kernel) {
        this.kernel = kernel;
        this.code = kernel.code();
        Value[] nothing = new Value[registers()];
        Arrays.fill(nothing, UNKNOWN);
        reach(0, nothing);
        while (!due.isEmpty()) {
            step(due.remove());
        }
    }

    private int registers() {
        int count = kernel.registers();
        for (Instruction in : code) {
            count = Math.max(count, in.destination() + Math.max(1, in.registerWrites()));
            for (int register : in.registerReads()) {
                count = Math.max(count, register + 1);
            }
        }
        return count;
    }

    /** Whether any way leads to an instruction. */
    public boolean isReached(int instruction) {
        return before.containsKey(instruction);
    }

    /** What an operand of an instruction holds when the instruction runs. */
    public Value operand(int instruction, int operand) {
        Value[] state = before.get(instruction);
        return state == null ? UNKNOWN : value(state, operand);
    }

    private void reach(int instruction, Value[] with) {
        Value[] known = before.get(instruction);
        if (known == null) {
            before.put(instruction, with.clone());
            due.add(instruction);
            return;
        }
        boolean changed = false;
        for (int i = 0; i < known.length; i++) {
            Value joined = join(known[i], with[i]);
            changed |= !joined.equals(known[i]);
            known[i] = joined;
        }
        if (changed && !due.contains(instruction)) {
            due.add(instruction);
        }
    }

    private static Value join(Value one, Value other) {
        return one.equals(other) ? one : UNKNOWN;
    }

    private void step(int at) {
        Value[] state = before.get(at);
        if (at >= code.length || state == null) {
            return;
        }
        Instruction in = code[at];
        Value[] after = state.clone();
        switch (in.opcode()) {
            case BRANCH -> {
                reach(in.target(), after);
                if (in.guard() >= 0) {
                    reach(at + 1, after);
                }
            }
            case CALL -> {
                Value[] callee = new Value[after.length];
                Arrays.fill(callee, UNKNOWN);
                reach(in.target(), callee);
                int window = ((Modifiers.Call) in.modifiers()).registerWindow();
                Arrays.fill(after, Math.min(window, after.length), after.length, UNKNOWN);
                reach(at + 1, after);
            }
            case RETURN, EXIT, TRAP -> {
                if (in.guard() >= 0) {
                    reach(at + 1, after);
                }
            }
            default -> {
                write(at, in, state, after);
                reach(at + 1, after);
            }
        }
    }

    private void write(int at, Instruction in, Value[] state, Value[] after) {
        if (in.destination() < 0 || in.opcode().writesPredicate()) {
            return;
        }
        Value written = result(in, state);
        int buffer = in.modifiers() instanceof Modifiers.Device device
                ? device.call().result(CallRole.PARAMETER_BUFFER)
                : -1;
        for (int i = 0; i < in.registerWrites(); i++) {
            int register = in.destination() + i;
            Value value = i == buffer ? new Value.ParameterBuffer(at) : i == 0 ? written : UNKNOWN;
            after[register] = in.guard() >= 0 ? join(state[register], value) : value;
        }
    }

    private Value result(Instruction in, Value[] state) {
        return switch (in.opcode()) {
            case MOV -> value(state, in.a());
            case SELECT -> join(value(state, in.a()), value(state, in.b()));
            case ADD_I64, OR_B64 -> moved(in.opcode(), value(state, in.a()), value(state, in.b()));
            case SUB_I64 -> based(value(state, in.a()), value(state, in.b()));
            case MAD_WIDE_S32, MAD_WIDE_U32, MAD_I64 -> based(value(state, in.c()), UNKNOWN);
            default -> UNKNOWN;
        };
    }

    /** A base and a distance, in either order. */
    private static Value moved(Opcode opcode, Value a, Value b) {
        if (a instanceof Value.Constant one && b instanceof Value.Constant other) {
            return new Value.Constant(opcode == Opcode.ADD_I64 ? one.bits() + other.bits() : one.bits() | other.bits());
        }
        Value based = based(a, b);
        return based.equals(UNKNOWN) ? based(b, a) : based;
    }

    /** An address plus a distance stays in its memory; the difference of two addresses is no address. */
    private static Value based(Value base, Value distance) {
        boolean isAddress = base instanceof Value.OwnAddress || base instanceof Value.ParameterBuffer;
        boolean isDistance = distance instanceof Value.Unknown || distance instanceof Value.Constant;
        return isAddress && isDistance ? base : UNKNOWN;
    }

    private Value value(Value[] state, int operand) {
        if (operand == Instruction.NO_OPERAND) {
            return UNKNOWN;
        }
        return operand >= 0 ? state[operand] : constant(kernel.constants()[~operand * Lanes.COUNT]);
    }

    private static Value constant(long bits) {
        AddressSpace space = AddressMap.spaceOf(bits);
        return space == AddressSpace.SHARED || space == AddressSpace.LOCAL
                ? new Value.OwnAddress(space)
                : new Value.Constant(bits);
    }
}
