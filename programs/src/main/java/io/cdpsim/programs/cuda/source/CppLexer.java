package io.cdpsim.programs.cuda.source;

/** Splits C++ into tokens. It terminates for any text: an unclosed literal or comment extends to the end of its line or of the text. */
final class CppLexer {
    private static final String[] SIGNS = {
        "<<<", ">>>", "<=>", "<<=", ">>=", "->*", "...", "::", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ".*", "##"
    };

    private final String text;
    private final CppTokens tokens;
    private int at;
    private boolean atLineStart = true;

    private CppLexer(String text) {
        this.text = text;
        this.tokens = new CppTokens(text);
    }

    static CppTokens read(String text) {
        CppLexer lexer = new CppLexer(text);
        while (lexer.at < text.length()) {
            lexer.next();
        }
        return lexer.tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (c == '\n') {
            atLineStart = true;
            at++;
        } else if (c <= ' ') {
            at++;
        } else if (c == '\\' && isLineEnd(at + 1)) {
            at = lineEnd(at) + 1;
        } else if (text.startsWith("//", at)) {
            skipLine();
        } else if (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            at = end < 0 ? text.length() : end + 2;
        } else if (c == '#' && atLineStart) {
            skipLine();
        } else {
            atLineStart = false;
            token(c);
        }
    }

    private void token(char c) {
        int start = at;
        if (isWordPart(c) && !isDigit(c)) {
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            if (at < text.length() && isLiteralPrefix(start)) {
                literal(start, text.charAt(at - 1) == 'R');
            } else {
                tokens.add(CppTokens.Kind.WORD, start, at);
            }
        } else if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            number();
            tokens.add(CppTokens.Kind.NUMBER, start, at);
        } else if (c == '"' || c == '\'') {
            literal(start, false);
        } else {
            at += signLength();
            tokens.add(CppTokens.Kind.SIGN, start, at);
        }
    }

    /** Quotes may separate digits, and a sign may follow an exponent. */
    private void number() {
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean isPart = isWordPart(c) || c == '.';
            if (c == '\'') {
                isPart = at + 1 < text.length() && isWordPart(text.charAt(at + 1));
            } else if (c == '+' || c == '-') {
                isPart = "eEpP".indexOf(text.charAt(at - 1)) >= 0;
            }
            if (!isPart) {
                return;
            }
            at++;
        }
    }

    /** Whether the preceding word is the prefix of a string or character literal. */
    private boolean isLiteralPrefix(int start) {
        char quote = text.charAt(at);
        return switch (text.substring(start, at)) {
            case "L", "u", "U", "u8" -> quote == '"' || quote == '\'';
            case "R", "LR", "uR", "UR", "u8R" -> quote == '"';
            default -> false;
        };
    }

    private void literal(int start, boolean isRaw) {
        if (isRaw) {
            raw();
        } else {
            quoted(text.charAt(at));
        }
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        tokens.add(CppTokens.Kind.LITERAL, start, at);
    }

    private void quoted(char quote) {
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return;
            }
            if (c == '\n') {
                return;
            }
            if (c == '\\') {
                at++;
            }
        }
        at = text.length();
    }

    private void raw() {
        int parenthesis = text.indexOf('(', at);
        if (parenthesis < 0) {
            at = text.length();
            return;
        }
        String close = ")" + text.substring(at + 1, parenthesis) + "\"";
        int end = text.indexOf(close, parenthesis);
        at = end < 0 ? text.length() : end + close.length();
    }

    private int signLength() {
        boolean mayBeLonger = at + 1 < text.length() && "<>=|&+-.:*#".indexOf(text.charAt(at + 1)) >= 0;
        if (!mayBeLonger) {
            return 1;
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                return sign.length();
            }
        }
        return 1;
    }

    /** A backslash continues a line. */
    private void skipLine() {
        while (at < text.length()) {
            int end = lineEnd(at);
            int last = end - 1;
            if (last >= at && text.charAt(last) == '\r') {
                last--;
            }
            boolean goesOn = last >= at && text.charAt(last) == '\\';
            at = goesOn ? end + 1 : end;
            if (!goesOn) {
                return;
            }
        }
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private boolean isLineEnd(int from) {
        return from >= text.length() || text.charAt(from) == '\n' || text.startsWith("\r\n", from);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$' || c >= 128;
    }
}
