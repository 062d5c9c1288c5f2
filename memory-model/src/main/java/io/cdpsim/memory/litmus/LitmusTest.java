package io.cdpsim.memory.litmus;

import io.cdpsim.memory.AddressSpace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The parsed text of a test.
 *
 * @param file its source, for messages
 * @param name the name in its header
 * @param text the free text below the header; may be empty
 * @param threads the threads of grids that the host launched before
 * @param host the host's program, concurrent with the threads
 * @param graphs the graphs that the host or the threads may launch
 * @param observed terms that states show in addition to those of the conditions
 * @param filter condition on the executions that count
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
        List<LitmusGraph> graphs,
        List<Condition.Term> observed,
        Condition filter,
        FinalCondition question,
        List<OutcomeDeclaration> declarations) {
    /** Keeps copies. */
    public LitmusTest {
        variables = List.copyOf(variables);
        threads = List.copyOf(threads);
        kernels = List.copyOf(kernels);
        graphs = List.copyOf(graphs);
        observed = List.copyOf(observed);
        declarations = List.copyOf(declarations);
    }

    /** The same programs with another question, and without other terms, filter and declarations. */
    public LitmusTest asking(FinalCondition other) {
        return new LitmusTest(
                file,
                name,
                dialect,
                text,
                variables,
                threads,
                host,
                kernels,
                graphs,
                List.of(),
                Condition.always(),
                other,
                List.of());
    }

    /** Passes each term that the test observes or that one of its conditions compares. */
    public void forEachTerm(Consumer<Condition.Term> consumer) {
        observed.forEach(consumer);
        question.condition().forEachTerm(consumer);
        filter.forEachTerm(consumer);
        declarations.forEach(each -> each.condition().forEachTerm(consumer));
    }

    /** The rules of a test, from its header: {@code cdp1}, {@code cdp2} or nothing. */
    public enum Dialect {
        /** Threads of grids that the host launched, and no launches. */
        PLAIN,
        /** Launches by the rules of the first version: {@code sync}, streams of a block. */
        CDP1,
        /** Launches by the rules of the second version: tail and fire-and-forget streams, streams of a grid. */
        CDP2
    }

    /**
     * A claim of a test on some of its outcomes.
     *
     * @param kind the claim
     * @param condition the outcomes
     * @param rule the reason: a rule's id or an axiom
     * @param line its line in the file, from 1
     * @param text its source text
     */
    public record OutcomeDeclaration(Kind kind, Condition condition, String rule, int line, String text) {
        /** The kind of a claim. */
        public enum Kind {
            /** At least one such outcome is reachable. */
            ALLOWED,
            /** No such outcome is reachable. */
            FORBIDDEN,
            /** Executions with such an outcome have undefined behavior. */
            UNDEFINED
        }
    }

    /**
     * The question of a test.
     *
     * @param quantifier the quantifier over outcomes
     * @param condition the condition on each outcome
     * @param text its source text; empty where nothing is asked
     */
    public record FinalCondition(Quantifier quantifier, Condition condition, String text) {
        /** The quantifier of a condition over outcomes. */
        public enum Quantifier {
            /** Some outcome. */
            EXISTS,
            /** No outcome. */
            NOT_EXISTS,
            /** Every outcome. */
            FORALL,
            /** No question: the condition holds always. */
            NONE
        }
    }

    /**
     * A thread of a grid that the host launched before the test. Threads of one GPU are of one grid.
     *
     * @param block the {@code cta} of the header
     * @param cluster the {@code cluster} of the header; without one the block is a cluster of its own
     * @param gpu the {@code gpu} of the header
     * @param program its program
     * @param initialRegisters initial values of registers; other registers start at 0
     */
    public record TestThread(
            int block, OptionalInt cluster, int gpu, LitmusProgram program, List<InitialRegister> initialRegisters) {
        /** Keeps a copy. */
        public TestThread {
            initialRegisters = List.copyOf(initialRegisters);
        }

        /** A register's initial value. */
        public record InitialRegister(int register, LitmusOperand value) {}
    }

    /**
     * A word of memory. A block has its own of each shared variable, a thread its own of each local one.
     *
     * @param name its name in the test
     * @param space its address space
     * @param initial a number, or the address of a variable
     * @param alias the variable whose memory it names; empty for memory of its own
     */
    public record LitmusVariable(
            String name, AddressSpace space, LitmusOperand initial, Optional<VariableAlias> alias) {
        /** A variable with memory of its own. */
        public LitmusVariable(String name, AddressSpace space, LitmusOperand initial) {
            this(name, space, initial, Optional.empty());
        }
    }

    /**
     * Another name of a variable's memory.
     *
     * @param proxy {@link MemoryProxy#GENERIC} for another virtual address of the memory; else the proxy that accesses the same virtual address
     * @param variable index of the variable
     */
    public record VariableAlias(MemoryProxy proxy, int variable) {}

    /**
     * A kernel that the test's threads may launch.
     *
     * @param parameters their number; they are the first registers of each program
     * @param programs one for all threads, or one for each thread of a block
     */
    public record KernelProgram(String name, int parameters, List<LitmusProgram> programs) {
        /** Keeps a copy. */
        public KernelProgram {
            programs = List.copyOf(programs);
        }

        /** The program of a thread of a block. */
        public LitmusProgram programOf(int threadInBlock) {
            return programs.get(programs.size() == 1 ? 0 : threadInBlock);
        }
    }
}
