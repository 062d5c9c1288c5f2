package io.cdpsim.ptx.syntax;

import org.jspecify.annotations.Nullable;

/**
 * A place in the user's source, of {@code .loc}. All instructions up to the next {@code .loc} share one.
 *
 * @param file the index of one of {@link PtxModule#files()}
 * @param line from 1; 0 where the compiler knows none
 * @param column from 1; 0 where the compiler knows none
 * @param inlined the location that the code was inlined into; null if it was not inlined
 */
public record Location(
        int file, int line, int column, @Nullable Inlining inlined) {
    /**
     * The {@code inlined_at} attribute of inlined code.
     *
     * @param functionLabel a label of a debug section, one of {@link PtxModule#debugStrings()}, at which the name of the function stands that
     *     the code was written in
     * @param functionOffset byte offset from that label
     * @param file the index of the file of the call
     * @param line of the call
     * @param column of the call
     * @param outer the call that the call was inlined into with its function; null if it was not inlined
     */
    public record Inlining(
            String functionLabel,
            long functionOffset,
            int file,
            int line,
            int column,
            @Nullable Inlining outer) {
        /** The inlining of a function at a call that was not inlined itself. */
        public Inlining(String functionLabel, long functionOffset, int file, int line, int column) {
            this(functionLabel, functionOffset, file, line, column, null);
        }
    }
}
