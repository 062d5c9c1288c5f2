package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.analysis.BranchConvergence;
import io.cdpsim.kernel.analysis.ElectedAtomics;
import io.cdpsim.kernel.analysis.FreshOperands;
import io.cdpsim.kernel.analysis.InvariantDivisors;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.analysis.PointerTracing;
import io.cdpsim.kernel.analysis.PostDominators;
import io.cdpsim.kernel.analysis.Scoreboards;
import io.cdpsim.kernel.analysis.Selections;
import io.cdpsim.kernel.analysis.UniformCounts;
import io.cdpsim.kernel.analysis.YieldingLoops;
import io.cdpsim.kernel.code.AtomicElection;
import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.RegisterTypes;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.kernel.verification.KernelVerifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects instructions, registers, constants and labels and makes a {@link Kernel} of them. Front ends use it: the builder that
 * reads like CUDA C, and whatever lowers another notation.
 */
public final class CodeEmitter {
    private static final int NO_TARGET = -1;

    private record Draft(
            Opcode opcode,
            int guard,
            boolean guardNegated,
            int destination,
            int a,
            int b,
            int c,
            Modifiers modifiers,
            int label,
            SourcePlace source) {}

    private final List<Draft> drafts = new ArrayList<>();

    private record Constant(long bits, RegisterType type) {}

    private final Map<Constant, Integer> constantIndex = new HashMap<>();
    private final List<Constant> constants = new ArrayList<>();
    private final List<RegisterType> registers = new ArrayList<>();
    private final List<Integer> labelPositions = new ArrayList<>();
    private int predicates;
    private int guard = -1;
    private boolean guardNegated;
    private SourcePlace source = SourcePlace.UNKNOWN;

    /** Reserves consecutive registers for values of any type. @return the first */
    public int newRegisters(int count) {
        return newRegisters(RegisterType.ANY, count);
    }

    /** Reserves consecutive registers for values of a type. @return the first */
    public int newRegisters(RegisterType type, int count) {
        int first = registers.size();
        registers.addAll(Collections.nCopies(count, type));
        return first;
    }

    /** Reserves a predicate. */
    public int newPredicate() {
        return predicates++;
    }

    /** The operand code of a constant of any type that it fits in. */
    public int constant(long bits) {
        return constant(bits, RegisterType.ANY);
    }

    /** The operand code of a constant. */
    public int constant(long bits, RegisterType type) {
        return ~constantIndex.computeIfAbsent(new Constant(bits, type), constant -> {
            constants.add(constant);
            return constants.size() - 1;
        });
    }

    /** A label to be placed later. */
    public int newLabel() {
        labelPositions.add(NO_TARGET);
        return labelPositions.size() - 1;
    }

    /** Puts the label before the next instruction. */
    public void place(int label) {
        labelPositions.set(label, drafts.size());
    }

    /** Sets the active lanes of the next instruction only. */
    public void guardNext(int predicate, boolean negated) {
        guard = predicate;
        guardNegated = negated;
    }

    /** Sets the source location of the instructions that follow. */
    public void at(String sourcePlace) {
        at(SourcePlace.of(sourcePlace));
    }

    /** Sets the source location of the instructions that follow. */
    public void at(SourcePlace sourcePlace) {
        source = sourcePlace;
    }

    /** The source location of the next instruction; empty if unknown. */
    String place() {
        return source.words();
    }

    /** Adds an instruction without a target. */
    public void emit(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers) {
        emit(opcode, destination, a, b, c, modifiers, NO_TARGET);
    }

    /** Adds a branch or a call to a label. */
    public void emitTo(Opcode opcode, int label, Modifiers modifiers) {
        emit(opcode, -1, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Instruction.NO_OPERAND, modifiers, label);
    }

    private void emit(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers, int label) {
        if (opcode == Opcode.CALL && guard >= 0) {
            emitGuardedCall(label, modifiers);
            return;
        }
        drafts.add(new Draft(opcode, guard, guardNegated, destination, a, b, c, modifiers, label, source));
        guard = -1;
        guardNegated = false;
    }

    /** A call takes all active lanes along, so the lanes that the guard removes go around it. */
    private void emitGuardedCall(int label, Modifiers modifiers) {
        int behind = newLabel();
        guardNegated = !guardNegated;
        emitTo(Opcode.BRANCH, behind, Modifiers.NONE);
        emitTo(Opcode.CALL, label, modifiers);
        place(behind);
    }

    /** Number of instructions so far. */
    public int size() {
        return drafts.size();
    }

    /**
     * Makes the kernel and verifies it; adds the exit at the end.
     *
     * @throws IllegalStateException if a label was used but not placed
     * @throws io.cdpsim.kernel.verification.KernelVerificationException if the code is not sound
     */
    public Kernel build(KernelAttributes attributes, ParameterLayout parameters) {
        emit(Opcode.EXIT, -1, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Modifiers.NONE);
        int[] meeting = meetingPoints();
        List<Instruction> code = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            code.add(finish(drafts.get(i), meeting[i]));
        }
        long[] values = constants.stream().mapToLong(Constant::bits).toArray();
        int[] fresh = FreshOperands.of(code);
        AtomicElection[] elected = ElectedAtomics.of(code, registers.size(), values);
        int[] boards = Scoreboards.of(code);
        BitSet yielding = YieldingLoops.of(code, registers.size());
        BitSet shortForms = InvariantDivisors.of(code);
        shortForms.or(UniformCounts.of(code, registers.size()));
        shortForms.or(Selections.of(code));
        Convergence[] convergence = BranchConvergence.of(code, registers.size());
        for (int i = 0; i < fresh.length; i++) {
            code.set(
                    i,
                    code.get(i)
                            .analysed(
                                    fresh[i],
                                    elected[i],
                                    boards[i],
                                    yielding.get(i),
                                    shortForms.get(i),
                                    convergence[i]));
        }
        RegisterTypes types = new RegisterTypes(
                registers, constants.stream().map(Constant::type).toList());
        Kernel kernel = new Kernel(
                attributes,
                code,
                values,
                types,
                predicates,
                parameters,
                PointerTracing.trace(code, values, registers.size()));
        KernelVerifier.verify(kernel);
        return kernel;
    }

    /**
     * Where parted lanes meet. Lanes that end or return under a guard need not come: the stack takes them out, so they do not count as a
     * way out. Only where no other way leads to the end, as in a loop that is left by ending, they do.
     */
    private int[] meetingPoints() {
        int end = drafts.size();
        int[] meeting = PostDominators.of(successors(false));
        int[] nearestOfAll = PostDominators.of(successors(true));
        for (int i = 0; i < end; i++) {
            if (meeting[i] == end) {
                meeting[i] = nearestOfAll[i];
            }
        }
        return meeting;
    }

    private List<int[]> successors(boolean guardedEnds) {
        List<int[]> successors = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            successors.add(successorsOf(i, guardedEnds));
        }
        return successors;
    }

    private int position(int label) {
        int at = labelPositions.get(label);
        if (at == NO_TARGET) {
            throw new IllegalStateException("label " + label + " is used but was never placed");
        }
        return at;
    }

    private int[] successorsOf(int index, boolean guardedEnds) {
        Draft draft = drafts.get(index);
        int end = drafts.size();
        boolean guarded = draft.guard >= 0;
        return switch (draft.opcode) {
            case BRANCH -> guarded ? new int[] {position(draft.label), index + 1} : new int[] {position(draft.label)};
            case EXIT, RETURN ->
                !guarded ? new int[] {end} : guardedEnds ? new int[] {end, index + 1} : new int[] {index + 1};
            default -> new int[] {index + 1};
        };
    }

    private Instruction finish(Draft draft, int meeting) {
        int target = draft.label == NO_TARGET ? -1 : position(draft.label);
        int writes = OperandUse.registersWritten(draft.opcode, draft.destination, draft.modifiers);
        int arguments = OperandUse.argumentsOf(draft.modifiers).size();
        int[] reads = new int[32 + arguments];
        int count = OperandUse.registersRead(draft.opcode, draft.a, draft.b, draft.c, draft.modifiers, reads);
        for (int i = 0; i < writes; i++) {
            reads[count++] = draft.destination + i;
        }
        int[] predicateReads = new int[4];
        int predicateCount =
                OperandUse.predicatesRead(draft.opcode, draft.a, draft.b, draft.c, draft.guard, predicateReads);
        return new Instruction(
                draft.opcode,
                draft.guard,
                draft.guardNegated,
                draft.destination,
                draft.a,
                draft.b,
                draft.c,
                draft.modifiers,
                target,
                meeting,
                Arrays.stream(reads, 0, count).distinct().toArray(),
                Arrays.copyOf(predicateReads, predicateCount),
                writes,
                0,
                AtomicElection.NONE,
                -1,
                false,
                false,
                Convergence.NONE,
                draft.source);
    }
}
