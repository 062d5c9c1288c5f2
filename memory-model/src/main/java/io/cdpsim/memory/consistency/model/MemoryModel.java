package io.cdpsim.memory.consistency.model;

import java.util.List;

/**
 * A memory model that was read from text: definitions, orders, axioms and races.
 *
 * @param file its source, for messages
 * @param title its title; its file if the text has none
 * @param statements orders, axioms and races in their order
 * @param terms number of its terms
 * @param orders number of its orders
 * @param coherence the number of the order named {@code co}, which decides final values
 * @param recursions for each group of recursive definitions, their bodies
 */
public record MemoryModel(
        String file,
        String title,
        List<ModelStatement> statements,
        int terms,
        int orders,
        int coherence,
        List<List<ModelTerm>> recursions) {
    /** Keeps copies. */
    public MemoryModel {
        statements = List.copyOf(statements);
        recursions = recursions.stream().map(List::copyOf).toList();
    }

    /** The names of its axioms, each once. */
    public List<String> axioms() {
        return statements.stream()
                .filter(each -> each instanceof ModelStatement.Axiom)
                .map(each -> ((ModelStatement.Axiom) each).name())
                .distinct()
                .toList();
    }

    /** A copy without the axioms of a name. */
    public MemoryModel without(String axiom) {
        List<ModelStatement> others = statements.stream()
                .filter(each ->
                        !(each instanceof ModelStatement.Axiom one && one.name().equals(axiom)))
                .toList();
        return new MemoryModel(file, title, others, terms, orders, coherence, recursions);
    }
}
