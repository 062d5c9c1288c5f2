package io.cdpsim.ptx.read;

/** Character classes of PTX as a table, since the lexer looks up every byte. */
final class CharacterClasses {
    private static final int WORD_START = 1;
    private static final int WORD_PART = 2;
    private static final int DIGIT = 4;
    private static final int BLANK = 8;
    private static final byte[] KINDS = kinds();

    private CharacterClasses() {}

    /** Whether a name may start with it: a letter or one of {@code _ $ %}. */
    static boolean startsWord(byte c) {
        return (KINDS[c & 0xFF] & WORD_START) != 0;
    }

    /** Whether it may be part of a name: a letter, a digit or one of {@code _ $}. */
    static boolean isWordPart(byte c) {
        return (KINDS[c & 0xFF] & WORD_PART) != 0;
    }

    static boolean isDigit(byte c) {
        return (KINDS[c & 0xFF] & DIGIT) != 0;
    }

    static boolean isBlank(byte c) {
        return (KINDS[c & 0xFF] & BLANK) != 0;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (char c = 'a'; c <= 'z'; c++) {
            kinds[c] = WORD_START | WORD_PART;
            kinds[c - 'a' + 'A'] = WORD_START | WORD_PART;
        }
        for (char c = '0'; c <= '9'; c++) {
            kinds[c] = WORD_PART | DIGIT;
        }
        kinds['_'] = WORD_START | WORD_PART;
        kinds['$'] = WORD_START | WORD_PART;
        kinds['%'] = WORD_START;
        for (char c : " \t\n\r\f\u000B".toCharArray()) {
            kinds[c] = BLANK;
        }
        return kinds;
    }
}
