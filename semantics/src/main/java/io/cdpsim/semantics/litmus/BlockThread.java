package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.List;

/**
 * One thread of a test's block.
 *
 * @param program its program
 * @param chosen whether a thread of the kernel is this one
 * @param index its number in its grid
 * @param threadsOfBlock threads of its block in the test
 * @param from the thread of the test that it is, if it runs from the start
 */
record BlockThread(LitmusProgram program, Predicate chosen, Register index, int threadsOfBlock, List<TestThread> from) {
    BlockThread {
        from = List.copyOf(from);
    }
}
