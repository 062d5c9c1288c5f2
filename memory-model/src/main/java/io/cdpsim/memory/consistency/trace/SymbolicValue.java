package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.ArithmeticOperation;
import java.util.function.Consumer;

/** A value that a thread computes, in terms of its reads. */
public sealed interface SymbolicValue {
    /** A known value. */
    record Constant(long value) implements SymbolicValue {}

    /** The value that a read returns. */
    record ReadValue(int thread, int action) implements SymbolicValue {}

    /** The result of an operation on two values. */
    record Computed(ArithmeticOperation operation, SymbolicValue left, SymbolicValue right) implements SymbolicValue {}

    SymbolicValue ZERO = new Constant(0);

    static SymbolicValue of(ArithmeticOperation operation, SymbolicValue left, SymbolicValue right) {
        return left instanceof Constant a && right instanceof Constant b
                ? new Constant(operation.apply(a.value(), b.value()))
                : new Computed(operation, left, right);
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
