package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which registers and predicates may hold values of some kind at each instruction: those that such values come from, and what is computed of them. */
abstract class MarkedValues {
    private final List<Instruction> code;
    private final int predicatesFrom;
    /** For each instruction, what is marked when it runs: registers, then predicates. Null where the instruction is unreachable. */
    private final @Nullable BitSet[] before;

    private final Deque<Integer> due = new ArrayDeque<>();

    /** @param registers registers that the code uses */
    MarkedValues(List<Instruction> code, int registers) {
        this.code = code;
        predicatesFrom = registers;
        before = new BitSet[code.size()];
    }

    /** Whether the results of an instruction are of the kind, if these operands are. */
    abstract boolean marks(Instruction in, BitSet marked);

    /** Whether the registers behind a call of a function are of the kind. */
    abstract boolean callMarks();

    /** Follows the values from the start of the code. */
    final void follow() {
        reach(0, new BitSet());
        while (!due.isEmpty()) {
            step(due.remove());
        }
    }

    /** Whether an operand may be of the kind when an instruction runs; false where no way leads to it. */
    final boolean isOperandMarked(int instruction, int operand) {
        BitSet marked = before[instruction];
        return marked != null && isSet(marked, operand);
    }

    /** Whether the guard of an instruction may be. */
    final boolean isGuardMarked(int instruction) {
        BitSet marked = before[instruction];
        int guard = code.get(instruction).guard();
        return guard >= 0 && marked != null && marked.get(predicatesFrom + guard);
    }

    /** Whether some way leads to an instruction. */
    final boolean isReached(int instruction) {
        return before[instruction] != null;
    }

    static boolean isSet(BitSet marked, int operand) {
        return operand >= 0 && marked.get(operand);
    }

    /** Whether a computation reads what is marked. */
    final boolean readsMarked(Instruction in, BitSet marked) {
        for (int predicate : in.predicateReads()) {
            if (marked.get(predicatesFrom + predicate)) {
                return true;
            }
        }
        return switch (in.opcode()) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> false;
            case SELECT -> isSet(marked, in.a()) || isSet(marked, in.b());
            default -> isSet(marked, in.a()) || isSet(marked, in.b()) || isSet(marked, in.c());
        };
    }

    private void reach(int at, BitSet marked) {
        if (at >= before.length) {
            return;
        }
        BitSet known = before[at];
        if (known == null) {
            before[at] = (BitSet) marked.clone();
            due.add(at);
            return;
        }
        int count = known.cardinality();
        known.or(marked);
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
                if (callMarks()) {
                    after.set(0, predicatesFrom);
                }
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
        boolean isGuardMarked = in.guard() >= 0 && after.get(predicatesFrom + in.guard());
        boolean isMarked = isGuardMarked || marks(in, after);
        for (int place : places(in)) {
            if (isMarked || in.guard() < 0) {
                after.set(place, isMarked);
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
}
