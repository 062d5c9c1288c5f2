package io.cdpsim.kernel.code;

/**
 * The source location of an instruction.
 *
 * @param words the location as reports show it: a line of the user's source if it is known, otherwise a line of the PTX text; empty if unknown
 * @param ptx the name of the PTX text; empty without one
 * @param ptxLine the line of the PTX text, from 1; 0 without one
 */
public record SourcePlace(String words, String ptx, int ptxLine) {
    /** No location. */
    public static final SourcePlace UNKNOWN = of("");

    /** A location that is not in a PTX text. */
    public static SourcePlace of(String words) {
        return new SourcePlace(words, "", 0);
    }
}
