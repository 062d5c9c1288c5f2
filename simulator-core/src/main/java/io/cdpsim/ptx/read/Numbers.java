package io.cdpsim.ptx.read;

/** Number literals: decimal, {@code 0x}, {@code 0b}, octal after a zero, {@code U} suffix, {@code 0f} and {@code 0d} with bits, decimals. */
final class Numbers {
    private Numbers() {}

    /** The offset after the number that starts here. */
    static int end(byte[] text, int from) {
        byte second = text[from + 1];
        if (text[from] == '0' && (second == 'x' || second == 'X')) {
            return afterSuffix(text, digits(text, from + 2, 16));
        }
        if (text[from] == '0' && (second == 'b' || second == 'B')) {
            return afterSuffix(text, digits(text, from + 2, 2));
        }
        if (hasBits(text, from)) {
            return digits(text, from + 2, 16);
        }
        int at = digits(text, from, 10);
        boolean decimal = text[at] == '.';
        if (decimal) {
            at = digits(text, at + 1, 10);
        }
        if (text[at] == 'e' || text[at] == 'E') {
            int sign = text[at + 1] == '+' || text[at + 1] == '-' ? 1 : 0;
            int to = digits(text, at + 1 + sign, 10);
            return to > at + 1 + sign ? to : at;
        }
        return decimal ? at : afterSuffix(text, at);
    }

    static boolean isFloat(byte[] text, int from, int to) {
        if (hasBits(text, from)) {
            return true;
        }
        if (text[from] == '0' && (text[from + 1] == 'x' || text[from + 1] == 'X')) {
            return false;
        }
        for (int at = from; at < to; at++) {
            if (text[at] == '.' || text[at] == 'e' || text[at] == 'E') {
                return true;
            }
        }
        return false;
    }

    /** Whether it is a floating-point number given by its bits. */
    private static boolean hasBits(byte[] text, int from) {
        byte second = text[from + 1];
        return text[from] == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D');
    }

    private static int digits(byte[] text, int from, int radix) {
        int at = from;
        while (digit(text[at]) < radix) {
            at++;
        }
        return at;
    }

    private static int afterSuffix(byte[] text, int at) {
        return text[at] == 'U' ? at + 1 : at;
    }

    /** The value of a digit of any radix up to 16, or more than any digit has. */
    private static int digit(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = c | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : Integer.MAX_VALUE;
    }

    /** The 64 bits of a integer. */
    static long integer(Lexer lexer, int from, int to) {
        int radix = 10;
        int at = from;
        if (lexer.byteAt(from) == '0' && to > from + 1) {
            int second = lexer.byteAt(from + 1) | 0x20;
            radix = second == 'x' ? 16 : second == 'b' ? 2 : 8;
            at = radix == 8 ? from + 1 : from + 2;
        }
        int last = lexer.byteAt(to - 1) == 'U' ? to - 1 : to;
        if (at == last && radix != 8) {
            throw lexer.error(from, "found " + lexer.shown(from, to) + ", expected digits after its prefix");
        }
        long value = 0;
        for (; at < last; at++) {
            int digit = digit(lexer.byteAt(at));
            if (digit >= radix) {
                throw lexer.error(from, "found " + lexer.shown(from, to) + ", expected digits of radix " + radix);
            }
            // No number below 2 to the 58 is too large with another digit, and the division is slow.
            if (value >>> 58 != 0 && Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, radix)) > 0) {
                throw lexer.error(from, "found " + lexer.shown(from, to) + ", expected a number of at most 64 bits");
            }
            value = value * radix + digit;
        }
        return value;
    }

    /** The width in bits of a floating-point number as written. */
    static int width(Lexer lexer) {
        return isSingle(lexer) ? 32 : 64;
    }

    private static boolean isSingle(Lexer lexer) {
        return lexer.byteAt(lexer.start()) == '0' && (lexer.byteAt(lexer.start() + 1) | 0x20) == 'f';
    }

    /** The bits of the floating-point number that is the lexer's current token. */
    static long floatBits(Lexer lexer) {
        String spelling = lexer.spelling();
        boolean single = isSingle(lexer);
        boolean asBits = single || spelling.startsWith("0d") || spelling.startsWith("0D");
        if (!asBits) {
            return Double.doubleToRawLongBits(Double.parseDouble(spelling));
        }
        int digits = single ? 8 : 16;
        if (spelling.length() != digits + 2) {
            throw lexer.expected(digits + " hexadecimal digits after '" + spelling.substring(0, 2) + "'");
        }
        return Long.parseUnsignedLong(spelling, 2, spelling.length(), 16);
    }
}
