package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;

/** Splits a text into words, numbers and signs. Comments are {@code (* *)}, which nest, and {@code //} to the line's end. */
final class LitmusLexer {
    /** Longest first, so that a sign is not read as a prefix of another. */
    private static final String[] SIGNS = {"<<<", ">>>", "/\\", "\\/", "==", "!=", "<>", "<=", ">=", "&&", "->", "::"};

    private final String file;
    private final String text;
    private int at;
    private int line = 1;

    LitmusLexer(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** The tokens from an offset on, the last of kind END. */
    List<LitmusToken> tokens(int from) {
        while (at < from) {
            step();
        }
        List<LitmusToken> tokens = new ArrayList<>();
        do {
            skipBlanks();
            tokens.add(next());
        } while (tokens.get(tokens.size() - 1).kind() != LitmusToken.Kind.END);
        return tokens;
    }

    /** The offset of the brace before the initial values, which follow a header of free text. */
    int openingBrace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '{') {
                return at;
            }
            if (c == '"' && text.indexOf('"', at + 1) >= 0) {
                quoted();
            } else if (startsComment()) {
                skipBlanks();
            } else {
                step();
            }
        }
        throw new LitmusException(file, line, "no '{' found; write the initial values between braces, as in { x=0; }");
    }

    private LitmusToken next() {
        int start = at;
        int startLine = line;
        if (at == text.length()) {
            return new LitmusToken(LitmusToken.Kind.END, "", line, at, at);
        }
        char c = text.charAt(at);
        if (c == '"') {
            String content = quoted();
            return new LitmusToken(LitmusToken.Kind.STRING, content, startLine, start, at);
        }
        if (isWordStart(c)) {
            skipWord();
            return new LitmusToken(LitmusToken.Kind.WORD, text.substring(start, at), line, start, at);
        }
        if (isDigit(c) || (c == '-' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            at++;
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            return new LitmusToken(LitmusToken.Kind.NUMBER, text.substring(start, at), line, start, at);
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                at += sign.length();
                return new LitmusToken(LitmusToken.Kind.SIGN, sign, line, start, at);
            }
        }
        at++;
        return new LitmusToken(LitmusToken.Kind.SIGN, text.substring(start, at), line, start, at);
    }

    /** A word may contain dots, as in mnemonics and names of launched threads. */
    private void skipWord() {
        while (at < text.length()) {
            boolean dotted = text.charAt(at) == '.' && at + 1 < text.length() && isWordPart(text.charAt(at + 1));
            if (!dotted && !isWordPart(text.charAt(at))) {
                return;
            }
            at++;
        }
    }

    private String quoted() {
        int from = at + 1;
        int to = text.indexOf('"', from);
        if (to < 0) {
            throw new LitmusException(file, line, "the quoted text that starts here does not end; close it with '\"'");
        }
        while (at <= to) {
            step();
        }
        return text.substring(from, to);
    }

    private boolean startsComment() {
        return text.startsWith("(*", at) || text.startsWith("//", at);
    }

    private void skipBlanks() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                step();
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("(*", at)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        int startLine = line;
        int depth = 0;
        do {
            if (at == text.length()) {
                throw new LitmusException(
                        file, startLine, "the comment that starts here does not end; close it with '*)'");
            }
            if (text.startsWith("(*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*)", at)) {
                depth--;
                at += 2;
            } else {
                step();
            }
        } while (depth > 0);
    }

    private void step() {
        if (text.charAt(at) == '\n') {
            line++;
        }
        at++;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || c == '%' || c == '$';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c);
    }
}
