package io.cdpsim.memory.litmus;

import io.cdpsim.memory.AddressSpace;
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

    /** What a test may use: its header says {@code cdp1}, {@code cdp2} or nothing. */
    public enum Dialect {
        /** Threads of grids that the host launched, and no launches. */
        PLAIN,
        /** Launches by the rules of the first version: {@code sync}, streams of a block. */
        CDP1,
        /** Launches by the rules of the second version: tail and fire-and-forget streams, streams of a grid. */
        CDP2
    }

    /**
     * What a test says of some of its outcomes.
     *
     * @param kind what it says
     * @param condition of which outcomes
     * @param rule why: a rule's id or an axiom
     * @param line where it stands
     * @param text as it is written
     */
    public record OutcomeDeclaration(Kind kind, Condition condition, String rule, int line, String text) {
        /** What is said of the outcomes. */
        public enum Kind {
            /** At least one such outcome can be. */
            ALLOWED,
            /** No such outcome can be. */
            FORBIDDEN,
            /** Executions with such an outcome do what the model does not define. */
            UNDEFINED
        }
    }

    /**
     * What the test asks.
     *
     * @param quantifier of which outcomes
     * @param condition what is asked of them
     * @param text as it is written; empty where nothing is asked
     */
    public record FinalCondition(Quantifier quantifier, Condition condition, String text) {
        /** Of which outcomes a condition is asked. */
        public enum Quantifier {
            /** Some outcome. */
            EXISTS,
            /** No outcome. */
            NOT_EXISTS,
            /** Every outcome. */
            FORALL,
            /** Nothing is asked: the condition holds always. */
            NONE
        }
    }

    /**
     * A thread of a grid that runs from the start. Threads of one GPU are of one grid.
     *
     * @param block the {@code cta} of the header
     * @param gpu the {@code gpu} of the header
     * @param program what it runs
     * @param initialRegisters what registers hold at the start, 0 where the test does not say
     */
    public record TestThread(int block, int gpu, LitmusProgram program, List<InitialRegister> initialRegisters) {
        /** Keeps a copy. */
        public TestThread {
            initialRegisters = List.copyOf(initialRegisters);
        }

        /** A register's value at the start. */
        public record InitialRegister(int register, LitmusOperand value) {}
    }

    /**
     * A word of memory. A block has its own of each shared variable, a thread its own of each local one.
     *
     * @param name as the test calls it
     * @param space where it lies
     * @param initial a number, or the address of a variable
     */
    public record LitmusVariable(String name, AddressSpace space, LitmusOperand initial) {}

    /**
     * A kernel that tests may launch.
     *
     * @param parameters how many; they are the first registers of each program
     * @param programs one that every thread runs, or one for each thread of a block
     */
    public record KernelProgram(String name, int parameters, List<LitmusProgram> programs) {
        /** Keeps a copy. */
        public KernelProgram {
            programs = List.copyOf(programs);
        }

        /** What a thread of a block runs. */
        public LitmusProgram programOf(int threadInBlock) {
            return programs.get(programs.size() == 1 ? 0 : threadInBlock);
        }
    }
}
