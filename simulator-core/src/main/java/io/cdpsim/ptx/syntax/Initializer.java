package io.cdpsim.ptx.syntax;

import java.util.List;

/** The initial value of a variable. */
public sealed interface Initializer permits IntegerLiteral, FloatLiteral, Initializer.Items, Initializer.AddressOf {
    /** The offset in the text. */
    int at();

    /**
     * A list in braces.
     *
     * @param items elements of an array, or of a vector; missing elements at the end are zero
     * @param at offset of the brace
     */
    record Items(List<Initializer> items, int at) implements Initializer {
        /** Copies the list. */
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * The address of a variable or a function, or some bytes of it: {@code x}, {@code x+4}, {@code generic(x)+4}, {@code 0xFF00(generic(x))}.
     *
     * @param symbol the symbol whose address it is
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
