package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits a text into tokens. There is one current token, which parsers inspect and consume; earlier tokens are not stored. A punctuator is a token of
 * one byte, whose kind is that byte.
 */
final class Lexer {
    /** The end of the text. */
    static final int END = 256;
    /** A name: a register, a variable, a label, an opcode's base. */
    static final int WORD = 257;
    /** A name with a dot before it, with parts joined by {@code ::}. */
    static final int DIRECTIVE = 258;
    /** A integer without its sign. */
    static final int INTEGER = 259;
    /** Any other number without its sign. */
    static final int FLOAT = 260;
    /** Text between quotes. */
    static final int STRING = 261;

    private static final int SHOWN_CHARACTERS = 40;

    private final SourceText source;
    /** The text followed by a zero byte, so that the byte after a token always exists. */
    private final byte[] text;

    private final int length;
    private final NameTable names;
    private int kind;
    private int start;
    private int end;

    Lexer(String name, byte[] text) {
        this.text = Arrays.copyOf(text, text.length + 1);
        this.length = text.length;
        this.source = new SourceText(name, lineStarts(text));
        this.names = new NameTable(this.text);
        next();
    }

    SourceText source() {
        return source;
    }

    /** The current token's kind: one of the constants, or the sign itself. */
    int kind() {
        return kind;
    }

    /** The offset of the current token. */
    int start() {
        return start;
    }

    /** The offset after the current token. */
    int end() {
        return end;
    }

    /** The byte at an offset from 0 to the text's length, where there is a zero. */
    byte byteAt(int at) {
        return text[at];
    }

    boolean is(int sign) {
        return kind == sign;
    }

    /** Whether the current token is this directive; the dot is left out. */
    boolean isDirective(String name) {
        return kind == DIRECTIVE && spells(start + 1, name);
    }

    boolean isWord(String name) {
        return kind == WORD && spells(start, name);
    }

    /** The current word, or the current directive without its dot. */
    String name() {
        return names.name(kind == DIRECTIVE ? start + 1 : start, end);
    }

    /** The bytes from an offset to another, as a string that is the same object each time. */
    String name(int from, int to) {
        return names.name(from, to);
    }

    /** Advances to the next token. */
    void next() {
        int at = afterBlanks(end);
        start = at;
        byte c = text[at];
        if (at == length) {
            kind = END;
            end = at;
        } else if (CharacterClasses.startsWord(c)) {
            word(at);
        } else if (CharacterClasses.isDigit(c)) {
            number(at);
        } else if (c == '.') {
            directive(at);
        } else if (c == '"') {
            string(at);
        } else {
            kind = c & 0xFF;
            end = at + 1;
        }
    }

    /** Takes the current token if it is this sign. */
    boolean take(int sign) {
        if (kind == sign) {
            next();
            return true;
        }
        return false;
    }

    boolean takeDirective(String name) {
        if (isDirective(name)) {
            next();
            return true;
        }
        return false;
    }

    boolean takeWord(String name) {
        if (isWord(name)) {
            next();
            return true;
        }
        return false;
    }

    /** Takes this sign, or fails. */
    void expect(char sign, String where) {
        if (kind != sign) {
            throw expected("'" + sign + "' " + where);
        }
        next();
    }

    /** Takes a name, or fails. */
    String expectName(String what) {
        if (kind != WORD) {
            throw expected(what);
        }
        String name = names.name(start, end);
        next();
        return name;
    }

    /** Takes a text between quotes, or fails. A backslash in it is just that, as for ptxas. */
    String expectString(String what) {
        if (kind != STRING) {
            throw expected(what);
        }
        String content = new String(text, start + 1, end - start - 2, StandardCharsets.UTF_8);
        next();
        return content;
    }

    /** Extends the current token to a later offset, for parsers that know more of its syntax. */
    void extend(int to) {
        end = to;
    }

    /** The first offset, from a given one on, whose byte is neither blank nor comment. */
    int afterBlanks(int from) {
        int at = from;
        while (true) {
            byte c = text[at];
            if (CharacterClasses.isBlank(c)) {
                at++;
            } else if (c == '/' && text[at + 1] == '/') {
                at = endOfLine(at);
            } else if (c == '/' && text[at + 1] == '*') {
                at = endOfComment(at);
            } else if (c == '@' && text[at + 1] == '@') {
                // Debug information of old compilers: @@DWARF and data, to the end of the line.
                at = endOfLine(at);
            } else if (c == '\\' && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
                at += 2;
            } else {
                return at;
            }
        }
    }

    /** An error that the current token is not the expected one. */
    PtxSyntaxException expected(String what) {
        return error(start, "found " + shown() + ", expected " + what);
    }

    PtxSyntaxException error(int at, String what) {
        return new PtxSyntaxException(source.place(at), what);
    }

    private String shown() {
        return kind == END ? "the end of the text" : shown(start, end);
    }

    /** Bytes as a message shows them, without control characters. */
    String shown(int from, int to) {
        StringBuilder shown = new StringBuilder("'");
        for (int at = from; at < Math.min(to, from + SHOWN_CHARACTERS); at++) {
            int c = text[at] & 0xFF;
            if (c < ' ' || c > '~') {
                shown.append(String.format("\\x%02X", c));
            } else {
                shown.append((char) c);
            }
        }
        return shown.append(to - from > SHOWN_CHARACTERS ? "...'" : "'").toString();
    }

    private boolean spells(int from, String name) {
        if (end - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (text[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void word(int at) {
        int to = endOfWord(at + 1);
        // A percent sign alone is the remainder's.
        kind = to == at + 1 && text[at] == '%' ? '%' : WORD;
        end = to;
    }

    private int endOfWord(int from) {
        int at = from;
        while (CharacterClasses.isWordPart(text[at])) {
            at++;
        }
        return at;
    }

    private void directive(int at) {
        if (CharacterClasses.isDigit(text[at + 1])) {
            number(at);
            return;
        }
        kind = DIRECTIVE;
        end = endOfModifier(at + 1);
        if (end == at + 1) {
            kind = '.';
        }
    }

    /** The offset after a word whose parts may be joined by {@code ::}, as in {@code L2::128B}. */
    int endOfModifier(int from) {
        int at = endOfWord(from);
        while (at > from && text[at] == ':' && text[at + 1] == ':' && CharacterClasses.isWordPart(text[at + 2])) {
            at = endOfWord(at + 2);
        }
        return at;
    }

    private void number(int at) {
        end = Numbers.end(text, at);
        kind = Numbers.isFloat(text, at, end) ? FLOAT : INTEGER;
        if (CharacterClasses.isWordPart(text[end])) {
            throw error(at, "found " + shown(at, endOfWord(end)) + ", expected a number");
        }
    }

    private void string(int at) {
        int to = at + 1;
        while (text[to] != '"') {
            if (to == length || text[to] == '\n') {
                throw error(at, "the text that starts here does not end on its line; close it with '\"'");
            }
            to++;
        }
        kind = STRING;
        end = to + 1;
    }

    private int endOfLine(int from) {
        int at = from;
        while (at < length && text[at] != '\n') {
            at++;
        }
        return at;
    }

    private int endOfComment(int from) {
        for (int at = from + 2; at + 1 < length; at++) {
            if (text[at] == '*' && text[at + 1] == '/') {
                return at + 2;
            }
        }
        throw error(from, "the comment that starts here does not end; close it with '*/'");
    }

    private static int[] lineStarts(byte[] text) {
        int lines = 1;
        for (byte c : text) {
            lines += c == '\n' ? 1 : 0;
        }
        int[] starts = new int[lines];
        int line = 1;
        for (int at = 0; at < text.length; at++) {
            if (text[at] == '\n') {
                starts[line++] = at + 1;
            }
        }
        return starts;
    }

    /** Whether a floating-point number without a sign starts at an offset. */
    boolean isFloatAt(int at) {
        boolean number =
                CharacterClasses.isDigit(text[at]) || (text[at] == '.' && CharacterClasses.isDigit(text[at + 1]));
        return number && Numbers.isFloat(text, at, Numbers.end(text, at));
    }

    /** The value of the current integer; fails if it has more than 64 bits. */
    long integerValue() {
        return Numbers.integer(this, start, end);
    }

    /** The current token as written; for numbers. */
    String spelling() {
        return new String(text, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
