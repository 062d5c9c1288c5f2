package io.cdpsim.programs.cuda.source;

/** Inline assembly. nvcc accepts {@code %tid.x} among operands; clang requires the percent sign twice. */
final class InlineAssembly {
    private InlineAssembly() {}

    /**
     * Doubles the percent signs of register names where the statement has operands.
     *
     * @param word the token {@code asm}
     */
    static void escape(CppTokens tokens, int word, TextEdits edits) {
        int opening = word + 1;
        while (tokens.isWord(opening)) {
            opening++;
        }
        if (!tokens.is(opening, "(")) {
            return;
        }
        int last = opening + 1;
        while (last < tokens.count() && tokens.kind(last) == CppTokens.Kind.LITERAL) {
            last++;
        }
        if (!tokens.is(last, ":") && !tokens.is(last, "::")) {
            return;
        }
        for (int i = opening + 1; i < last; i++) {
            String literal = tokens.text(i);
            for (int at = literal.indexOf('%'); at >= 0; at = literal.indexOf('%', at + 1)) {
                if (literal.startsWith("%%", at)) {
                    at++;
                } else if (isRegister(literal, at + 1)) {
                    edits.insert(tokens.start(i) + at, "%");
                }
            }
        }
    }

    /** A letter before a digit is an operand modifier. */
    private static boolean isRegister(String literal, int at) {
        return at + 1 < literal.length() && isLetter(literal.charAt(at)) && isLetter(literal.charAt(at + 1));
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
