package io.cdpsim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects instructions, registers, constants and labels and makes a {@link Kernel} of them. Front ends stand on this: the builder that
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
            Detail detail,
            int label,
            String place) {}

    private final List<Draft> drafts = new ArrayList<>();
    private final Map<Long, Integer> constantIndex = new HashMap<>();
    private final List<Long> constants = new ArrayList<>();
    private final List<Integer> labelPositions = new ArrayList<>();
    private int registers;
    private int predicates;
    private int guard = -1;
    private boolean guardNegated;
    private String place = "";

    /** Reserves consecutive registers. @return the first */
    public int newRegisters(int count) {
        int first = registers;
        registers += count;
        return first;
    }

    /** Reserves a predicate. */
    public int newPredicate() {
        return predicates++;
    }

    /** The operand code of a constant. */
    public int constant(long bits) {
        return ~constantIndex.computeIfAbsent(bits, b -> {
            constants.add(b);
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

    /** Says which lanes the next instruction is for; holds for that instruction only. */
    public void guardNext(int predicate, boolean negated) {
        guard = predicate;
        guardNegated = negated;
    }

    /** Says where in the source the instructions that follow come from. */
    public void at(String sourcePlace) {
        place = sourcePlace;
    }

    /** Adds an instruction without a target. */
    public void emit(Opcode opcode, int destination, int a, int b, int c, Detail detail) {
        emit(opcode, destination, a, b, c, detail, NO_TARGET);
    }

    /** Adds a branch or a call to a label. */
    public void emitTo(Opcode opcode, int label, Detail detail) {
        emit(opcode, -1, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Instruction.NO_OPERAND, detail, label);
    }

    private void emit(Opcode opcode, int destination, int a, int b, int c, Detail detail, int label) {
        drafts.add(new Draft(opcode, guard, guardNegated, destination, a, b, c, detail, label, place));
        guard = -1;
        guardNegated = false;
    }

    /** Number of instructions so far. */
    public int size() {
        return drafts.size();
    }

    /** Makes the kernel; adds the exit at the end. @throws IllegalStateException if a label was used but not placed */
    public Kernel build(KernelAttributes attributes, ParameterLayout parameters) {
        emit(Opcode.EXIT, -1, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Instruction.NO_OPERAND, Detail.NONE);
        List<int[]> successors = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            successors.add(successorsOf(i));
        }
        int[] meeting = PostDominators.of(successors);
        List<Instruction> code = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            code.add(finish(drafts.get(i), meeting[i]));
        }
        long[] values = constants.stream().mapToLong(Long::longValue).toArray();
        return new Kernel(attributes, code, values, registers, predicates, parameters);
    }

    private int position(int label) {
        int at = labelPositions.get(label);
        if (at == NO_TARGET) {
            throw new IllegalStateException("label " + label + " is used but was never placed");
        }
        return at;
    }

    private int[] successorsOf(int index) {
        Draft draft = drafts.get(index);
        int end = drafts.size();
        boolean guarded = draft.guard >= 0;
        return switch (draft.opcode) {
            case BRANCH -> guarded ? new int[] {position(draft.label), index + 1} : new int[] {position(draft.label)};
            case EXIT, RETURN -> guarded ? new int[] {end, index + 1} : new int[] {end};
            default -> new int[] {index + 1};
        };
    }

    private Instruction finish(Draft draft, int meeting) {
        int target = draft.label == NO_TARGET ? -1 : position(draft.label);
        int writes = OperandUse.registersWritten(draft.opcode, draft.destination, draft.detail);
        int arguments = draft.detail instanceof Detail.Device device
                ? device.arguments().size()
                : 0;
        int[] reads = new int[16 + arguments];
        int count = OperandUse.registersRead(draft.opcode, draft.a, draft.b, draft.c, draft.detail, reads);
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
                draft.detail,
                target,
                meeting,
                Arrays.stream(reads, 0, count).distinct().toArray(),
                Arrays.copyOf(predicateReads, predicateCount),
                writes,
                draft.place);
    }
}
