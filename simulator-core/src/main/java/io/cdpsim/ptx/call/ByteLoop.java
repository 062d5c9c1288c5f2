package io.cdpsim.ptx.call;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.emit.Code;
import java.util.function.IntConsumer;

/** {@code memcpy} and {@code memset} of the device's C library: byte by byte, each thread for itself. */
final class ByteLoop {
    private static final Modifiers.Access BYTE = Modifiers.Access.weak(StateSpace.GENERIC, ValueType.U8, 1, 0);

    private final Code code;

    /** Loops that are written into a function. */
    ByteLoop(Code code) {
        this.code = code;
    }

    /** Copies bytes one by one. */
    void copy(int to, int from, int count) {
        repeat(count, done -> {
            int source = code.compute(Opcode.ADD_I64, true, from, done);
            int value = code.compute(Opcode.LOAD, false, source, Code.NONE, Code.NONE, BYTE);
            store(to, done, value);
        });
    }

    /** Fills bytes one by one. */
    void fill(int to, int value, int count) {
        repeat(count, done -> store(to, done, value));
    }

    private void store(int to, int done, int value) {
        int target = code.compute(Opcode.ADD_I64, true, to, done);
        code.emit(Opcode.STORE, -1, target, value, Code.NONE, BYTE);
    }

    /** Repeats a step for each byte; the step takes the number of bytes before it. */
    private void repeat(int count, IntConsumer step) {
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        int again = code.function().newLabel();
        int end = code.function().newLabel();
        if (code.isGuarded()) {
            code.guard(guard, !negated);
            code.branch(end);
        }
        code.unguarded();
        int done = code.function().newRegister(true);
        int finished = code.function().newPredicate();
        code.move(done, code.bits(0));
        code.label(again);
        code.compare(Opcode.COMPARE_U64, finished, done, Comparison.GREATER_OR_EQUAL, count);
        code.guard(finished, false);
        code.branch(end);
        code.unguarded();
        step.accept(done);
        code.emit(Opcode.ADD_I64, done, done, code.bits(1));
        code.branch(again);
        code.label(end);
        code.guard(guard, negated);
    }
}
