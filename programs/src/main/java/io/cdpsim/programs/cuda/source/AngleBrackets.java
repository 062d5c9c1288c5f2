package io.cdpsim.programs.cuda.source;

/** Pairs of angle brackets around template arguments or parameters. */
final class AngleBrackets {
    private AngleBrackets() {}

    /**
     * The end of a list.
     *
     * @param opening the token {@code <}
     * @return the token after its {@code >}; {@code opening + 1} if there is none before the statement ends
     */
    static int behind(CppTokens tokens, int opening) {
        int depth = 0;
        for (int i = opening; i < tokens.count(); i++) {
            if (tokens.isOpening(i)) {
                i = tokens.closing(i);
            } else if (tokens.isClosing(i) || tokens.is(i, ";")) {
                break;
            } else {
                depth += opened(tokens, i) - closed(tokens, i);
                if (depth <= 0) {
                    return i + 1;
                }
            }
        }
        return opening + 1;
    }

    /**
     * The start of a list.
     *
     * @param closing the token whose last character is its {@code >}
     * @return the token {@code <}; -1 if there is none in the statement
     */
    static int opening(CppTokens tokens, int closing) {
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            if (tokens.isClosing(i)) {
                i = tokens.opening(i);
            } else if (tokens.isOpening(i) || tokens.is(i, ";")) {
                return -1;
            } else {
                depth += closed(tokens, i) - opened(tokens, i);
                if (depth <= 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int opened(CppTokens tokens, int token) {
        return tokens.is(token, "<") ? 1 : 0;
    }

    private static int closed(CppTokens tokens, int token) {
        if (tokens.is(token, ">")) {
            return 1;
        }
        return tokens.is(token, ">>") ? 2 : tokens.is(token, ">>>") ? 3 : 0;
    }
}
