package io.cdpsim.memory.litmus.text;

/**
 * A piece of the text.
 *
 * @param text as written; of a string, what is between the quotes
 * @param start offset of its first character in the file
 * @param end offset behind its last character
 */
record LitmusToken(Kind kind, String text, int line, int start, int end) {
    enum Kind {
        WORD,
        NUMBER,
        STRING,
        SIGN,
        END
    }

    boolean is(String sign) {
        return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(sign);
    }

    boolean isWord() {
        return kind == Kind.WORD;
    }

    /** As a message calls it. */
    String shown() {
        return kind == Kind.END ? "the end of the file" : "'" + text + "'";
    }
}
