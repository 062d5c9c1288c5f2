package io.cdpsim.programs.cuda.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A launch in a source: {@code callee<<<...>>>(...)}.
 *
 * @param callee the first token of the launched expression
 * @param open the token {@code <<<}
 * @param close the token {@code >>>}
 * @param arguments the bracket that opens the arguments
 */
record LaunchExpression(int callee, int open, int close, int arguments) {
    /** Finds the launches of a source. The compiler reports an unclosed launch. */
    static List<LaunchExpression> in(CppTokens tokens) {
        List<LaunchExpression> launches = new ArrayList<>();
        for (int i = 0; i < tokens.count(); i++) {
            LaunchExpression launch = tokens.is(i, "<<<") && !tokens.is(i - 1, "operator") ? at(tokens, i) : null;
            if (launch != null) {
                launches.add(launch);
            }
        }
        return launches;
    }

    private static @Nullable LaunchExpression at(CppTokens tokens, int open) {
        int callee = callee(tokens, open - 1);
        if (callee < 0) {
            return null;
        }
        for (int i = open + 1; i < tokens.count() && !tokens.is(i, ";") && !tokens.isClosing(i); i++) {
            if (tokens.isOpening(i)) {
                i = tokens.closing(i);
            } else if (tokens.is(i, ">>>") && tokens.is(i + 1, "(") && tokens.closing(i + 1) < tokens.count()) {
                return new LaunchExpression(callee, open, i, i + 1);
            }
        }
        return null;
    }

    /** The start of the expression before {@code <<<}: a name with its qualifiers and arguments, a call, an element, or brackets. */
    private static int callee(CppTokens tokens, int last) {
        int at = primary(tokens, last);
        while (at > 0) {
            int before = at - 1;
            if (tokens.is(before, "template")) {
                at = before;
            } else if (tokens.is(before, ".") || tokens.is(before, "->")) {
                at = primary(tokens, before - 1);
            } else if (tokens.is(before, "::")) {
                boolean hasName = (tokens.isWord(before - 1) && !isStatement(tokens, before - 1))
                        || tokens.is(before - 1, ">")
                        || tokens.is(before - 1, ">>");
                at = hasName ? primary(tokens, before - 1) : before;
                if (!hasName) {
                    return at;
                }
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isStatement(CppTokens tokens, int token) {
        return tokens.is(token, "return") || tokens.is(token, "else") || tokens.is(token, "do");
    }

    /** Whether brackets hold the condition of {@code if} or a similar statement. */
    private static boolean isCondition(CppTokens tokens, int closing) {
        int before = tokens.opening(closing) - 1;
        return tokens.is(before, "if")
                || tokens.is(before, "while")
                || tokens.is(before, "for")
                || tokens.is(before, "switch");
    }

    private static int primary(CppTokens tokens, int last) {
        if (last < 0) {
            return -1;
        }
        if (tokens.is(last, ">") || tokens.is(last, ">>")) {
            int opening = AngleBrackets.opening(tokens, last);
            return tokens.isWord(opening - 1) ? opening - 1 : -1;
        }
        if (tokens.isClosing(last)) {
            int opening = tokens.opening(last);
            boolean isCalled = (tokens.isWord(opening - 1) && !isStatement(tokens, opening - 1))
                    || tokens.is(opening - 1, "]")
                    || (tokens.is(opening - 1, ")") && !isCondition(tokens, opening - 1));
            return isCalled ? primary(tokens, opening - 1) : opening;
        }
        return tokens.isWord(last) ? last : -1;
    }

    /** The last word of a callee that is a name, with or without template arguments; -1 for any other callee. */
    int name(CppTokens tokens) {
        int last = open - 1;
        if (tokens.is(last, ">") || tokens.is(last, ">>")) {
            last = AngleBrackets.opening(tokens, last) - 1;
        }
        return last >= callee && tokens.isWord(last) ? last : -1;
    }
}
