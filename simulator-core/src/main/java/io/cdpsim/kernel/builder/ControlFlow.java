package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The part of {@link KernelBuilder} that decides which lanes go where: branches, loops, guards, ends of threads. */
abstract sealed class ControlFlow extends Expressions permits KernelBuilder {
    private static final int NONE = Instruction.NO_OPERAND;

    private final List<Integer> breakLabels = new ArrayList<>();

    ControlFlow() {}

    /**
     * The next instruction is for the lanes alone in which the predicate has a value. The others keep theirs, and no branch parts them.
     *
     * @param predicate read for each lane
     * @param value the required value
     */
    public void onlyWhere(Predicate predicate, boolean value) {
        emitter.guardNext(truth(predicate), !value);
    }

    /** {@code if (condition) body}. */
    public void ifThen(Predicate condition, Runnable body) {
        int end = emitter.newLabel();
        branchIf(condition, true, end);
        body.run();
        emitter.place(end);
    }

    /** {@code if (condition) thenBody else elseBody}. */
    public void ifThenElse(Predicate condition, Runnable thenBody, Runnable elseBody) {
        int otherwise = emitter.newLabel();
        int end = emitter.newLabel();
        branchIf(condition, true, otherwise);
        thenBody.run();
        emitter.emitTo(Opcode.BRANCH, end, Modifiers.NONE);
        emitter.place(otherwise);
        elseBody.run();
        emitter.place(end);
    }

    /** Repeats the body while the condition, computed anew each time, holds. */
    public void whileLoop(Supplier<Predicate> condition, Runnable body) {
        int start = emitter.newLabel();
        int end = emitter.newLabel();
        emitter.place(start);
        branchIf(condition.get(), true, end);
        breakLabels.add(end);
        body.run();
        breakLabels.remove(breakLabels.size() - 1);
        emitter.emitTo(Opcode.BRANCH, start, Modifiers.NONE);
        emitter.place(end);
    }

    /** Repeats the body as long as the condition computed at its end holds. */
    public void doWhile(Supplier<Predicate> bodyAndCondition) {
        int start = emitter.newLabel();
        int end = emitter.newLabel();
        emitter.place(start);
        breakLabels.add(end);
        Predicate again = bodyAndCondition.get();
        breakLabels.remove(breakLabels.size() - 1);
        branchIf(again, false, start);
        emitter.place(end);
    }

    /** {@code for (i = from; i < to; i += step)}; tests at the end, after one test before. */
    public void forLoop(Operand from, Operand to, Operand step, Consumer<Register> body) {
        Register i = variable(from);
        ifThen(
                less(i, to),
                () -> doWhile(() -> {
                    body.accept(i);
                    increment(i, step);
                    return less(i, to);
                }));
    }

    /** Leaves the innermost loop where the condition holds. */
    public void breakIf(Predicate condition) {
        if (breakLabels.isEmpty()) {
            throw new IllegalStateException("kernel " + self().name() + ": breakIf is outside of every loop");
        }
        branchIf(condition, false, breakLabels.get(breakLabels.size() - 1));
    }

    /** Ends the thread where the condition holds. */
    public void returnIf(Predicate condition) {
        emitter.guardNext(truth(condition), false);
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
    }

    /** {@code assert(condition)}: a thread for which it does not hold faults (rule ERR-4). */
    public void assertThat(Predicate condition, String message) {
        emitter.guardNext(truth(condition), true);
        emitter.emit(Opcode.TRAP, -1, NONE, NONE, NONE, new Modifiers.Assertion(message));
    }

    /** {@code __trap()}: the thread faults (rule ERR-4). */
    public void trap() {
        emitter.emit(Opcode.TRAP, -1, NONE, NONE, NONE, Modifiers.NONE);
    }

    private void branchIf(Predicate condition, boolean negated, int label) {
        emitter.guardNext(truth(condition), negated);
        emitter.emitTo(Opcode.BRANCH, label, Modifiers.NONE);
    }
}
