package io.cdpsim.memory.litmus;

import java.util.List;
import java.util.Optional;

/**
 * A test as it is written.
 *
 * @param file where it comes from, for messages
 * @param name the name in its header
 * @param text what it says of itself; may be empty
 * @param threads the threads that run from the start
 * @param host what the host does meanwhile
 * @param observed what states show besides what conditions name
 * @param filter which executions count
 */
public record LitmusTest(
        String file,
        String name,
        Dialect dialect,
        String text,
        List<LitmusVariable> variables,
        List<TestThread> threads,
        Optional<LitmusProgram> host,
        List<KernelProgram> kernels,
        List<Condition.Term> observed,
        Condition filter,
        FinalCondition question,
        List<OutcomeDeclaration> declarations) {
    /** Keeps copies. */
    public LitmusTest {
        variables = List.copyOf(variables);
        threads = List.copyOf(threads);
        kernels = List.copyOf(kernels);
        observed = List.copyOf(observed);
        declarations = List.copyOf(declarations);
    }
}
