package io.cdpsim.ptx.syntax;

import java.util.List;
import java.util.function.Consumer;

/**
 * Statements between braces: a body, or a scope within one, whose declarations hold inside it.
 *
 * @param statements in the order of the text
 * @param at offset of the brace that opens it
 * @param end offset of the brace that closes it
 */
public record Block(List<Statement> statements, int at, int end) implements Statement {
    /** Copies the list. */
    public Block {
        statements = List.copyOf(statements);
    }

    /** Visits every statement, including those of inner scopes. */
    public void forEach(Consumer<Statement> action) {
        for (Statement statement : statements) {
            action.accept(statement);
            if (statement instanceof Block inner) {
                inner.forEach(action);
            }
        }
    }
}
