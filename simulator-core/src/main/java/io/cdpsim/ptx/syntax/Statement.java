package io.cdpsim.ptx.syntax;

import java.util.List;

/** An element of a function's body. */
public sealed interface Statement
        permits PtxInstruction,
                Statement.Label,
                Statement.Registers,
                Variable,
                Block,
                Statement.BranchTargets,
                Statement.CallTargets,
                Statement.CallPrototype,
                Pragma {
    /** The offset in the text. */
    int at();

    /**
     * A branch target. The labels of {@link BranchTargets}, {@link CallTargets} and {@link CallPrototype} are part of these.
     *
     * @param name without the colon
     * @param at offset in the text
     */
    record Label(String name, int at) implements Statement {}

    /**
     * Registers of one type: {@code .reg .b32 %r<12>;}.
     *
     * @param type such as {@code pred}
     * @param vector elements of a vector register: 1, 2 or 4
     * @param names its labels
     * @param at offset in the text
     */
    record Registers(String type, int vector, List<RegisterNames> names, int at) implements Statement {
        /** Copies the list. */
        public Registers {
            names = List.copyOf(names);
        }
    }

    /**
     * A register, or a row of them.
     *
     * @param name the register's name, or the prefix of the row's names
     * @param count how many the row has, whose names end in 0 to {@code count - 1}; {@link #ONE} for a register of just this name
     * @param at offset in the text
     */
    record RegisterNames(String name, int count, int at) {
        /** The count of a single register. */
        public static final int ONE = -1;
    }

    /**
     * Where {@code brx.idx} may go: {@code name: .branchtargets a, b;}.
     *
     * @param name the list's name in the branch
     * @param labels in the order of the index
     * @param at offset in the text
     */
    record BranchTargets(String name, List<String> labels, int at) implements Statement {
        /** Keeps a list of its own. */
        public BranchTargets {
            labels = List.copyOf(labels);
        }
    }

    /**
     * What an indirect call may call: {@code name: .calltargets f, g;}.
     *
     * @param name the list's name in the call
     * @param functions in the order of the text
     * @param at offset in the text
     */
    record CallTargets(String name, List<String> functions, int at) implements Statement {
        /** Keeps a list of its own. */
        public CallTargets {
            functions = List.copyOf(functions);
        }
    }

    /**
     * What an indirect call takes and returns: {@code name: .callprototype (results) _ (parameters);}.
     *
     * @param name the prototype's name in the call
     * @param results its results
     * @param parameters its parameters
     * @param directives such as {@code noreturn}
     * @param at offset in the text
     */
    record CallPrototype(
            String name, List<Parameter> results, List<Parameter> parameters, List<Directive> directives, int at)
            implements Statement {
        /** Keeps lists of its own. */
        public CallPrototype {
            results = List.copyOf(results);
            parameters = List.copyOf(parameters);
            directives = List.copyOf(directives);
        }
    }
}
