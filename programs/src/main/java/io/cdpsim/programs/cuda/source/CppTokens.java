package io.cdpsim.programs.cuda.source;

import java.util.Arrays;

/** The tokens of a source in order, without white space, comments and directives. */
final class CppTokens {
    private final String text;
    private Kind[] kinds = new Kind[1024];
    private int[] starts = new int[1024];
    private int[] ends = new int[1024];
    private int count;

    CppTokens(String text) {
        this.text = text;
    }

    void add(Kind kind, int start, int end) {
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        kinds[count] = kind;
        starts[count] = start;
        ends[count++] = end;
    }

    int count() {
        return count;
    }

    Kind kind(int token) {
        return kinds[token];
    }

    /** The position of a token in the text, from 0. */
    int start(int token) {
        return starts[token];
    }

    /** The end position of a token in the text. */
    int end(int token) {
        return ends[token];
    }

    String text(int token) {
        return text.substring(starts[token], ends[token]);
    }

    /** Whether a token with this number exists and has this text. */
    boolean is(int token, String expected) {
        return token >= 0
                && token < count
                && ends[token] - starts[token] == expected.length()
                && text.startsWith(expected, starts[token]);
    }

    /** Whether a token with this number exists and is a word. */
    boolean isWord(int token) {
        return token >= 0 && token < count && kind(token) == Kind.WORD;
    }

    boolean isOpening(int token) {
        return is(token, "(") || is(token, "[") || is(token, "{");
    }

    boolean isClosing(int token) {
        return is(token, ")") || is(token, "]") || is(token, "}");
    }

    /**
     * The matching closing bracket.
     *
     * @param opening the number of a token {@code (}, {@code [} or <code>{</code>
     * @return its partner, or the number of tokens if there is none
     */
    int closing(int opening) {
        int depth = 0;
        for (int i = opening; i < count; i++) {
            if (isOpening(i)) {
                depth++;
            } else if (isClosing(i) && --depth == 0) {
                return i;
            }
        }
        return count;
    }

    /**
     * The matching opening bracket.
     *
     * @return its partner, or -1 if there is none
     */
    int opening(int closing) {
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            if (isClosing(i)) {
                depth++;
            } else if (isOpening(i) && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Tokens as one line of text: text that is emitted twice must not contain line ends twice. */
    String line(int from, int to) {
        StringBuilder line = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (i > from) {
                line.append(' ');
            }
            line.append(text, starts[i], ends[i]);
        }
        return line.toString();
    }

    /** The kinds of C++ tokens that the rewriting of launches distinguishes. */
    enum Kind {
        /** A name or a keyword. */
        WORD,
        /** A preprocessing number. */
        NUMBER,
        /** A string or character literal, including its prefix and suffix. */
        LITERAL,
        /** An operator or a bracket; {@code <<<} and {@code >>>} are one token each. */
        SIGN
    }
}
