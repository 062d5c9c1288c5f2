package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusException;
import java.util.List;

/** A cursor over the tokens of a text. */
final class LitmusTokens {
    private final String file;
    private final String source;
    private final List<LitmusToken> tokens;
    private final boolean places;
    private final boolean lenient;
    private int next;

    /** The last token must be of kind END. */
    LitmusTokens(String file, String source, List<LitmusToken> tokens, boolean lenient) {
        this(file, source, tokens, true, lenient);
    }

    private LitmusTokens(String file, String source, List<LitmusToken> tokens, boolean places, boolean lenient) {
        this.lenient = lenient;
        this.places = places;
        this.file = file;
        this.source = source;
        this.tokens = tokens;
    }

    /** A cursor over a text so short that errors omit the place in it. */
    static LitmusTokens withoutPlaces(String what, String source, List<LitmusToken> tokens) {
        return new LitmusTokens(what, source, tokens, false, false);
    }

    /** Whether forms are accepted that PTX does not have. */
    boolean isLenient() {
        return lenient;
    }

    String file() {
        return file;
    }

    LitmusToken peek() {
        return tokens.get(next);
    }

    LitmusToken peekSecond() {
        return tokens.get(Math.min(next + 1, tokens.size() - 1));
    }

    LitmusToken next() {
        LitmusToken token = tokens.get(next);
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }

    boolean atEnd() {
        return peek().kind() == LitmusToken.Kind.END;
    }

    /** Takes the next token if it is this sign or word. */
    boolean take(String sign) {
        if (peek().is(sign)) {
            next();
            return true;
        }
        return false;
    }

    /** Takes the next token if it is this word in any case. */
    boolean takeKeyword(String word) {
        if (peek().isWord() && peek().text().equalsIgnoreCase(word)) {
            next();
            return true;
        }
        return false;
    }

    void expect(String sign, String where) {
        if (!take(sign)) {
            throw error(peek(), "found " + peek().shown() + ", expected '" + sign + "' " + where);
        }
    }

    String word(String what) {
        if (!peek().isWord()) {
            throw error(peek(), "found " + peek().shown() + ", expected " + what);
        }
        return next().text();
    }

    long number(String what) {
        LitmusToken token = peek();
        if (token.kind() != LitmusToken.Kind.NUMBER) {
            throw error(token, "found " + token.shown() + ", expected " + what);
        }
        try {
            long value = Long.decode(leadingZerosDropped(token.text()));
            next();
            return value;
        } catch (NumberFormatException e) {
            throw error(token, "'" + token.text() + "' is not a whole number of 64 bits");
        }
    }

    /** A number from 0 to 1024, such as that of a block. */
    int count(String what) {
        LitmusToken token = peek();
        long value = number(what);
        if (value < 0 || value > 1024) {
            throw error(token, "found " + value + ", expected " + what + " from 0 to 1024");
        }
        return (int) value;
    }

    /** The source from a token's start to the end of the last token read. */
    String sourceSince(LitmusToken first) {
        int last = Math.max(tokens.indexOf(first), next - 1);
        return source.substring(first.start(), tokens.get(last).end());
    }

    LitmusException error(LitmusToken at, String what) {
        if (!places) {
            return new LitmusException(file, 0, what);
        }
        int column = at.start() - source.lastIndexOf('\n', at.start() - 1);
        return new LitmusException(file, at.line(), column, what);
    }

    /** Leading zeros do not make a number octal. */
    private static String leadingZerosDropped(String text) {
        String sign = text.startsWith("-") ? "-" : "";
        String digits = text.substring(sign.length());
        return digits.startsWith("0x") || digits.startsWith("0X") ? text : sign + digits.replaceFirst("^0+(?=\\d)", "");
    }

    /**
     * A word, number, string or sign of the text.
     *
     * @param text its source text; without the quotes for a string
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

        /** Its form in messages. */
        String shown() {
            return kind == Kind.END ? "the end of the file" : "'" + text + "'";
        }
    }
}
