package io.cdpsim.ptx.syntax;

import java.util.List;

/** What a variable holds at first. */
public sealed interface Initializer permits IntegerLiteral, FloatLiteral, Initializer.Items, Initializer.AddressOf {
    /** The offset in the text. */
    int at();

    /**
     * What stands between braces.
     *
     * @param items elements of an array, or of a vector; what is missing at the end is zero
     * @param at offset of the brace
     */
    record Items(List<Initializer> items, int at) implements Initializer {
        /** Keeps a list of its own. */
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * The address of a variable or a function, or some bytes of it: {@code x}, {@code x+4}, {@code generic(x)+4}, {@code 0xFF00(generic(x))}.
     *
     * @param symbol whose address
     * @param offset bytes added to it
     * @param generic whether it is a generic address, not one of the symbol's own space
     * @param mask the byte to take, such as 0xFF00 for the second lowest; {@link #WHOLE} for the whole address
     * @param at offset in the text
     */
    record AddressOf(String symbol, long offset, boolean generic, long mask, int at) implements Initializer {
        /** The mask of an address that is not masked. */
        public static final long WHOLE = -1;
    }
}
