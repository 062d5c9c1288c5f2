package io.cdpsim.memory.litmus;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** One instruction of a thread. The scope of a weak access means nothing. */
public sealed interface LitmusInstruction {
    /** {@code ld}: reads memory. */
    record Load(MemoryOrder order, Scope scope, int register, LitmusOperand address) implements LitmusInstruction {}

    /** {@code st}: writes memory. */
    record Store(MemoryOrder order, Scope scope, LitmusOperand address, LitmusOperand value)
            implements LitmusInstruction {}

    /**
     * {@code atom} and {@code red}: read, compute and write in one.
     *
     * @param register what takes the old value; empty for {@code red}
     * @param operand the operand; what is expected, of a compare-and-swap
     * @param replacement the new value of a compare-and-swap; else the operand again
     */
    record Atomic(
            MemoryOrder order,
            Scope scope,
            ReadModifyWrite operation,
            OptionalInt register,
            LitmusOperand address,
            LitmusOperand operand,
            LitmusOperand replacement)
            implements LitmusInstruction {
        /** Whether this is a {@code red}, whose read begins no acquire pattern. */
        public boolean isReduction() {
            return register.isEmpty();
        }
    }

    /** {@code fence}: of acquire and release, or sequentially consistent, which includes the former. */
    record Fence(boolean sequentiallyConsistent, Scope scope) implements LitmusInstruction {}

    /**
     * {@code bar.cta}: arrives at a barrier of the block.
     *
     * @param waits whether it waits too ({@code sync}), or goes on ({@code arrive})
     * @param id which barrier of the program
     * @param resource which of the hardware's barriers; the id where none is given
     * @param count how many arrivals make it whole; without one it waits for threads of the block, for which ones the test's reader says
     */
    record Barrier(boolean waits, LitmusOperand id, LitmusOperand resource, Optional<LitmusOperand> count)
            implements LitmusInstruction {}

    /** Copies a value to a register. */
    record Move(int register, LitmusOperand value) implements LitmusInstruction {}

    /** Computes a value of two. */
    record Arithmetic(ArithmeticOperation operation, int register, LitmusOperand left, LitmusOperand right)
            implements LitmusInstruction {}

    /** Goes to a statement if a comparison holds. */
    record Branch(IntegerComparison comparison, LitmusOperand left, LitmusOperand right, int target)
            implements LitmusInstruction {}

    /** Goes to a statement. */
    record Goto(int target) implements LitmusInstruction {}

    /**
     * Launches a grid.
     *
     * @param label what conditions call the grid
     * @param kernel index in {@link LitmusTest#kernels()}
     * @param blocks blocks of the grid
     * @param threads threads of a block
     */
    record Launch(
            String label, int kernel, int blocks, int threads, List<LitmusOperand> arguments, StreamOperand stream)
            implements LitmusInstruction {}

    /** {@code sync}: on the device {@code cudaDeviceSynchronize}, on the host a wait for all grids so far. */
    record Synchronize() implements LitmusInstruction {}

    /** {@code record E, S}: marks what the stream holds. */
    record RecordEvent(String event, StreamOperand stream) implements LitmusInstruction {}

    /** {@code wait E, S}: what comes to the stream later waits for what was marked. */
    record WaitEvent(String event, StreamOperand stream) implements LitmusInstruction {}
}
