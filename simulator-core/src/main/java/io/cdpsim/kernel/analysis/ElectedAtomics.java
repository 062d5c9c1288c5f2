package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which atomics one lane does for all of its warp.
 *
 * <p>Where ptxas can see that all threads add the same integer to the same word of global memory, it elects a lane, which adds it as often as
 * lanes take part; it passes the old value to the others, each with its share (seen in SASS of CUDA 13.0 and by time,
 * {@code answers-h200.csv} in {@code measurements}: {@code add_one} against {@code add_opaque}). So it does not with other operations and not with
 * floating-point numbers. What threads share are constants, parameters and all that is computed of these alone.
 */
public final class ElectedAtomics {
    private final List<Instruction> code;
    private final int predicatesFrom;
    /** For each instruction, what may differ between threads when it runs: registers, then predicates. Null where the instruction is unreachable. */
    private final @Nullable BitSet[] before;

    private final Deque<Integer> due = new ArrayDeque<>();

    private ElectedAtomics(List<Instruction> code, int registers) {
        this.code = code;
        predicatesFrom = registers;
        before = new BitSet[code.size()];
        reach(0, new BitSet());
        while (!due.isEmpty()) {
            step(due.remove());
        }
    }

    /** The instructions that are such atomics. */
    public static BitSet of(List<Instruction> code, int registers) {
        BitSet elected = new BitSet();
        if (code.stream().noneMatch(ElectedAtomics::mayBeElected)) {
            return elected;
        }
        ElectedAtomics flow = new ElectedAtomics(code, registers);
        for (int i = 0; i < code.size(); i++) {
            BitSet differs = flow.before[i];
            Instruction in = code.get(i);
            elected.set(i, mayBeElected(in) && differs != null && !isSet(differs, in.a()) && !isSet(differs, in.b()));
        }
        return elected;
    }

    private static boolean mayBeElected(Instruction in) {
        return in.modifiers() instanceof Modifiers.Atomic atomic
                && atomic.operation() == AtomicOperation.ADD
                && !atomic.type().isFloat()
                && atomic.space() != StateSpace.SHARED;
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
            case VOTE -> false;
            case LOAD_PARAMETER -> isSet(differing, in.a());
            case LOAD -> ((Modifiers.Access) in.modifiers()).space() != StateSpace.CONSTANT || isSet(differing, in.a());
            default -> !in.opcode().isArithmetic() || readsDiffering(in, differing);
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
