package io.cdpsim.ptx.syntax;

import java.util.List;

/**
 * Words for the compiler: {@code .pragma "nounroll";}.
 *
 * @param texts what stands between quotes
 * @param at offset in the text
 */
public record Pragma(List<String> texts, int at) implements Statement {
    /** Keeps a list of its own. */
    public Pragma {
        texts = List.copyOf(texts);
    }
}
