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
    /** Keeps a list of its own. */
    public Block {
        statements = List.copyOf(statements);
    }

    /** Does something with every statement, those of inner scopes too. */
    public void forEach(Consumer<Statement> action) {
        for (Statement statement : statements) {
            action.accept(statement);
            if (statement instanceof Block inner) {
                inner.forEach(action);
            }
        }
    }
}
