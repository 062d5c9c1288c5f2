package io.cdpsim.memory.consistency.model;

/** A statement of a model that is not a definition. */
sealed interface ModelStatement {
    /** A condition on executions. */
    record Axiom(Kind kind, ModelTerm term, String name) implements ModelStatement {
        /** The kind of a condition. */
        enum Kind {
            ACYCLIC,
            IRREFLEXIVE,
            EMPTY
        }
    }

    /**
     * A strict order that an execution chooses: acyclic, transitive, with the pairs of {@code from}, and with one direction of each pair of {@code over}.
     *
     * @param index its number among the orders
     * @param name its name
     * @param over the pairs that it orders, in either direction
     * @param from pairs that it contains
     */
    record Order(int index, String name, ModelTerm over, ModelTerm from) implements ModelStatement {}

    /** Pairs of accesses that race. */
    record Race(ModelTerm pairs) implements ModelStatement {}
}
