package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which registers and predicates may differ between the threads of a warp, as an assembler can know it: all but constants, parameters and
 * what is computed of these alone, and for branches also what weak loads return from one address.
 */
public final class ThreadVariance {
    private final List<Instruction> code;
    private final int predicatesFrom;
    private final boolean isOfBranches;
    /** For each instruction, what may differ between threads when it runs: registers, then predicates. Null where the instruction is unreachable. */
    private final @Nullable BitSet[] before;

    private final Deque<Integer> due = new ArrayDeque<>();

    /**
     * Follows the values of some code.
     *
     * @param registers registers that it uses
     * @param isOfBranches whether lanes are taken to load one value from one address
     */
    public ThreadVariance(List<Instruction> code, int registers, boolean isOfBranches) {
        this.code = code;
        this.isOfBranches = isOfBranches;
        predicatesFrom = registers;
        before = new BitSet[code.size()];
        reach(0, new BitSet());
        while (!due.isEmpty()) {
            step(due.remove());
        }
    }

    /** Whether an operand may differ when an instruction runs; false where no way leads to it. */
    boolean operandDiffers(int instruction, int operand) {
        BitSet differing = before[instruction];
        return differing != null && isSet(differing, operand);
    }

    /** Whether the guard of an instruction may differ. */
    boolean guardDiffers(int instruction) {
        BitSet differing = before[instruction];
        int guard = code.get(instruction).guard();
        return guard >= 0 && differing != null && differing.get(predicatesFrom + guard);
    }

    /** Whether some way leads to an instruction. */
    boolean isReached(int instruction) {
        return before[instruction] != null;
    }

    private static boolean isSet(BitSet differs, int operand) {
        return operand >= 0 && differs.get(operand);
    }

    private void reach(int at, BitSet differs) {
        if (at >= before.length) {
            return;
        }
        BitSet known = before[at];
        if (known == null) {
            before[at] = (BitSet) differs.clone();
            due.add(at);
            return;
        }
        int count = known.cardinality();
        known.or(differs);
        if (known.cardinality() > count && !due.contains(at)) {
            due.add(at);
        }
    }

    private void step(int at) {
        Instruction in = code.get(at);
        BitSet after = (BitSet) before[at].clone();
        switch (in.opcode()) {
            case BRANCH -> {
                reach(in.target(), after);
                if (in.guard() >= 0) {
                    reach(at + 1, after);
                }
            }
            case CALL, BULK -> {
                // The arguments and the results of functions are unknown.
                after.set(0, predicatesFrom);
                if (in.target() >= 0) {
                    reach(in.target(), after);
                }
                reach(at + 1, after);
            }
            case RETURN, EXIT, TRAP -> {
                if (in.guard() >= 0) {
                    reach(at + 1, after);
                }
            }
            default -> {
                write(in, after);
                reach(at + 1, after);
            }
        }
    }

    private void write(Instruction in, BitSet after) {
        boolean guardDiffers = in.guard() >= 0 && after.get(predicatesFrom + in.guard());
        boolean differs = guardDiffers || differs(in, after);
        for (int place : places(in)) {
            if (differs || in.guard() < 0) {
                after.set(place, differs);
            }
        }
    }

    private List<Integer> places(Instruction in) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < in.registerWrites(); i++) {
            places.add(in.destination() + i);
        }
        if (in.destination() >= 0 && in.registerWrites() == 0) {
            places.add(predicatesFrom + in.destination());
        }
        int further = OperandUse.furtherPredicateOf(in.modifiers());
        if (further >= 0) {
            places.add(predicatesFrom + further);
        }
        return places;
    }

    private boolean differs(Instruction in, BitSet differing) {
        return switch (in.opcode()) {
            case READ_SPECIAL -> ((Modifiers.Special) in.modifiers()).register().differsByThread();
            // All lanes of a warp wait for one phase.
            case VOTE, MBARRIER_WAIT -> false;
            case LOAD_PARAMETER -> isSet(differing, in.a());
            case LOAD ->
                isSet(differing, in.a()) || isSet(differing, in.b()) || !isShared((Modifiers.Access) in.modifiers());
            default -> !in.opcode().isArithmetic() || readsDiffering(in, differing);
        };
    }

    /** Whether all lanes that load from one address are taken to get one value. */
    private boolean isShared(Modifiers.Access load) {
        return switch (load.space()) {
            case GLOBAL, SHARED, SHARED_CLUSTER -> isOfBranches && load.isWeak();
            case CONSTANT -> true;
            case GENERIC, LOCAL -> false;
        };
    }

    private boolean readsDiffering(Instruction in, BitSet differing) {
        for (int predicate : in.predicateReads()) {
            if (differing.get(predicatesFrom + predicate)) {
                return true;
            }
        }
        return switch (in.opcode()) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> false;
            case SELECT -> isSet(differing, in.a()) || isSet(differing, in.b());
            default -> isSet(differing, in.a()) || isSet(differing, in.b()) || isSet(differing, in.c());
        };
    }
}
