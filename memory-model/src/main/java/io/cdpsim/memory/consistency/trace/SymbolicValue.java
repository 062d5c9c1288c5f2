package io.cdpsim.memory.consistency.trace;

import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;

/** A value that a thread computes, in terms of its reads. */
public sealed interface SymbolicValue {
    /** A known value. */
    record Constant(long value) implements SymbolicValue {}

    /** The value that a read returns. */
    record ReadValue(int thread, int action) implements SymbolicValue {}

    /** The result of the reduction of a barrier at which a thread arrives. */
    record BarrierResult(int thread, int action) implements SymbolicValue {}

    /** The result of an operation on two values. Operations are constants of an enum, so that equal results are equal. */
    record Computed(LongBinaryOperator operation, SymbolicValue left, SymbolicValue right) implements SymbolicValue {}

    SymbolicValue ZERO = new Constant(0);

    static SymbolicValue of(LongBinaryOperator operation, SymbolicValue left, SymbolicValue right) {
        return left instanceof Constant a && right instanceof Constant b
                ? new Constant(operation.applyAsLong(a.value(), b.value()))
                : new Computed(operation, left, right);
    }

    /** Passes each barrier reduction that the value is computed from, some more than once. */
    static void forEachBarrier(SymbolicValue value, Consumer<BarrierResult> consumer) {
        if (value instanceof BarrierResult result) {
            consumer.accept(result);
        } else if (value instanceof Computed computed) {
            forEachBarrier(computed.left(), consumer);
            forEachBarrier(computed.right(), consumer);
        }
    }

    /** Passes each read that the value is computed from, some more than once. */
    static void forEachRead(SymbolicValue value, Consumer<ReadValue> consumer) {
        if (value instanceof ReadValue read) {
            consumer.accept(read);
        } else if (value instanceof Computed computed) {
            forEachRead(computed.left(), consumer);
            forEachRead(computed.right(), consumer);
        }
    }
}
