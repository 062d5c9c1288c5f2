package io.cdpsim.ptx.syntax;

import java.util.List;

/**
 * A directive of a function or a variable, with its numbers: {@code .maxntid 128, 1, 1}, {@code .noreturn}, {@code managed}.
 *
 * @param name without the dot
 * @param numbers none for most words
 * @param at offset in the text
 */
public record Directive(String name, List<Long> numbers, int at) {
    /** Copies the list. */
    public Directive {
        numbers = List.copyOf(numbers);
    }
}
