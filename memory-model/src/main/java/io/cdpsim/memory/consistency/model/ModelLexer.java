package io.cdpsim.memory.consistency.model;

import io.cdpsim.memory.litmus.LitmusException;
import java.util.ArrayList;
import java.util.List;

/** Splits the text of a model into names, strings and signs. Comments are {@code (* *)}, which nest, and {@code //} to the line's end. */
final class ModelLexer {
    private static final List<String> SIGNS =
            List.of("^-1", "^+", "^*", "^?", "|", "&", "\\", ";", "*", "+", "?", "~", "(", ")", "[", "]", "=", "0");

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    /** A name, a string or a sign, with its place: line and column from 1. */
    record Token(Kind kind, String text, int line, int column) {
        /** The kind of a token. */
        enum Kind {
            NAME,
            STRING,
            SIGN,
            END
        }

        boolean is(String sign) {
            return kind != Kind.STRING && text.equals(sign);
        }
    }

    ModelLexer(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** The tokens, the last of kind END. */
    List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        while (true) {
            skip();
            if (at == text.length()) {
                tokens.add(token(Token.Kind.END, ""));
                return tokens;
            }
            tokens.add(next());
        }
    }

    private Token next() {
        char first = text.charAt(at);
        if (first == '"') {
            int end = text.indexOf('"', at + 1);
            if (end < 0 || text.substring(at, end).indexOf('\n') >= 0) {
                throw error("the string does not end on its line; close it with \"");
            }
            Token token = token(Token.Kind.STRING, text.substring(at + 1, end));
            at = end + 1;
            return token;
        }
        if (isNameStart(first)) {
            int end = at + 1;
            while (end < text.length() && isNamePart(text.charAt(end))) {
                end++;
            }
            Token token = token(Token.Kind.NAME, text.substring(at, end));
            at = end;
            return token;
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                Token token = token(Token.Kind.SIGN, sign);
                at += sign.length();
                return token;
            }
        }
        throw error("unexpected character '" + Character.toString(text.codePointAt(at))
                + "'; operators are | & \\ ; * ~ ^-1 ^+ ^* ? and [ ]");
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '\'';
    }

    private void skip() {
        int depth = 0;
        int open = at;
        while (at < text.length()) {
            if (text.startsWith("(*", at)) {
                open = depth == 0 ? at : open;
                depth++;
                at += 2;
            } else if (depth > 0 && text.startsWith("*)", at)) {
                depth--;
                at += 2;
            } else if (depth == 0 && text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.charAt(at) == '\n') {
                at++;
                line++;
                lineStart = at;
            } else if (depth > 0 || Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                return;
            }
        }
        if (depth > 0) {
            String before = text.substring(0, open);
            int openLine = (int) before.chars().filter(each -> each == '\n').count() + 1;
            throw new LitmusException(
                    file, openLine, open - before.lastIndexOf('\n'), "a comment does not end; close it with *)");
        }
    }

    private Token token(Token.Kind kind, String content) {
        return new Token(kind, content, line, at - lineStart + 1);
    }

    private LitmusException error(String what) {
        return new LitmusException(file, line, at - lineStart + 1, what);
    }
}
