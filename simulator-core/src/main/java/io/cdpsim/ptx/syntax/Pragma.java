package io.cdpsim.ptx.syntax;

import java.util.List;

/**
 * Words for the compiler: {@code .pragma "nounroll";}.
 *
 * @param texts the quoted strings
 * @param at offset in the text
 */
public record Pragma(List<String> texts, int at) implements Statement {
    /** Copies the list. */
    public Pragma {
        texts = List.copyOf(texts);
    }
}
