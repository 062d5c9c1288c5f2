package io.cdpsim.ptx.read;

import io.cdpsim.ptx.syntax.IntegerLiteral;
import org.jspecify.annotations.Nullable;

/** An operator between two integers of a constant expression, as the PTX ISA's table of constant expressions has them. */
enum ConstantOperator {
    OR_ELSE("||", 1),
    AND_ALSO("&&", 2),
    OR("|", 3),
    XOR("^", 4),
    AND("&", 5),
    EQUAL("==", 6),
    UNEQUAL("!=", 6),
    LESS_OR_EQUAL("<=", 7),
    GREATER_OR_EQUAL(">=", 7),
    SHIFT_LEFT("<<", 8),
    SHIFT_RIGHT(">>", 8),
    LESS("<", 7),
    GREATER(">", 7),
    PLUS("+", 9),
    MINUS("-", 9),
    TIMES("*", 10),
    OVER("/", 10),
    MODULO("%", 10);

    /** Higher than that of any operator. */
    static final int HIGHEST_PRECEDENCE = 11;

    private static final ConstantOperator[] ALL = values();

    private final String sign;
    private final int precedence;

    ConstantOperator(String sign, int precedence) {
        this.sign = sign;
        this.precedence = precedence;
    }

    /** The higher, the tighter it binds. */
    int precedence() {
        return precedence;
    }

    /** Bytes of its sign. */
    int length() {
        return sign.length();
    }

    /** The operator at the lexer's current token; null if there is none. Longer operators precede their prefixes. */
    static @Nullable ConstantOperator at(Lexer lexer) {
        int first = lexer.kind();
        if (first == ';' || first == ',' || first == ']' || first >= Lexer.END) {
            return null;
        }
        for (ConstantOperator each : ALL) {
            if (each.sign.charAt(0) == first
                    && (each.length() == 1 || lexer.byteAt(lexer.start() + 1) == each.sign.charAt(1))) {
                return each;
            }
        }
        return null;
    }

    /** Whether a zero on the right is undefined. */
    boolean divides() {
        return this == OVER || this == MODULO;
    }

    /** The result of two numbers. It is unsigned if one of them is; a shift takes after its left side, and a comparison is signed. */
    IntegerLiteral apply(IntegerLiteral left, IntegerLiteral right) {
        boolean unsigned = left.unsigned() || right.unsigned();
        long a = left.value();
        long b = right.value();
        int order = unsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
        return switch (this) {
            case OR_ELSE -> truth(a != 0 || b != 0, left);
            case AND_ALSO -> truth(a != 0 && b != 0, left);
            case EQUAL -> truth(a == b, left);
            case UNEQUAL -> truth(a != b, left);
            case LESS -> truth(order < 0, left);
            case LESS_OR_EQUAL -> truth(order <= 0, left);
            case GREATER -> truth(order > 0, left);
            case GREATER_OR_EQUAL -> truth(order >= 0, left);
            case OR -> new IntegerLiteral(a | b, unsigned, left.at());
            case XOR -> new IntegerLiteral(a ^ b, unsigned, left.at());
            case AND -> new IntegerLiteral(a & b, unsigned, left.at());
            case PLUS -> new IntegerLiteral(a + b, unsigned, left.at());
            case MINUS -> new IntegerLiteral(a - b, unsigned, left.at());
            case TIMES -> new IntegerLiteral(a * b, unsigned, left.at());
            case OVER -> new IntegerLiteral(unsigned ? Long.divideUnsigned(a, b) : a / b, unsigned, left.at());
            case MODULO -> new IntegerLiteral(unsigned ? Long.remainderUnsigned(a, b) : a % b, unsigned, left.at());
            case SHIFT_LEFT -> new IntegerLiteral(shifted(a, b), left.unsigned(), left.at());
            case SHIFT_RIGHT ->
                new IntegerLiteral(
                        left.unsigned() ? a >>> shift(b, 63) >>> (isWide(b) ? 1 : 0) : a >> shift(b, 63),
                        left.unsigned(),
                        left.at());
        };
    }

    private static long shifted(long value, long by) {
        return isWide(by) ? 0 : value << by;
    }

    private static long shift(long by, long most) {
        return isWide(by) ? most : by;
    }

    private static boolean isWide(long shift) {
        return shift < 0 || shift > 63;
    }

    private static IntegerLiteral truth(boolean holds, IntegerLiteral left) {
        return new IntegerLiteral(holds ? 1 : 0, false, left.at());
    }
}
