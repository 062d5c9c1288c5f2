package io.cdpsim.programs.plan.expression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** The binary operators and the functions. Integer division truncates as in C; the remainder has the sign of the dividend. */
enum FormulaOperation {
    ADD(0, (a, b) -> a + b, (a, b) -> a + b),
    SUBTRACT(0, (a, b) -> a - b, (a, b) -> a - b),
    MULTIPLY(0, (a, b) -> a * b, (a, b) -> a * b),
    DIVIDE(0, (a, b) -> a / b, (a, b) -> a / b),
    REMAINDER(0, (a, b) -> a % b, (a, b) -> a % b),
    ABS(1, (a, b) -> Math.abs(a), (a, b) -> Math.abs(a)),
    MIN(2, Math::min, Math::min),
    MAX(2, Math::max, Math::max),
    FLOOR(1, (a, b) -> Math.floor(a)),
    SQRT(1, (a, b) -> Math.sqrt(a)),
    EXP(1, (a, b) -> StrictMath.exp(a)),
    LOG(1, (a, b) -> StrictMath.log(a)),
    SIN(1, (a, b) -> StrictMath.sin(a)),
    COS(1, (a, b) -> StrictMath.cos(a)),
    POW(2, StrictMath::pow);

    private final int arguments;
    private final boolean keepsWhole;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final LongBinaryOperator whole;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final DoubleBinaryOperator number;

    FormulaOperation(int arguments, LongBinaryOperator whole, DoubleBinaryOperator number) {
        this.arguments = arguments;
        this.keepsWhole = true;
        this.whole = whole;
        this.number = number;
    }

    FormulaOperation(int arguments, DoubleBinaryOperator number) {
        this.arguments = arguments;
        this.keepsWhole = false;
        this.whole = (a, b) -> (long) number.applyAsDouble((double) a, (double) b);
        this.number = number;
    }

    /** The names of the functions. */
    static List<String> functions() {
        return Arrays.stream(values())
                .filter(each -> each.arguments > 0)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Number of arguments of a function; 0 for an operator. */
    int arguments() {
        return arguments;
    }

    /** Whether its value is an integer for integer operands. */
    boolean keepsWhole() {
        return keepsWhole;
    }

    boolean divides() {
        return this == DIVIDE || this == REMAINDER;
    }

    /** The integer value, where it {@link #keepsWhole}. */
    long whole(long a, long b) {
        return whole.applyAsLong(a, b);
    }

    double number(double a, double b) {
        return number.applyAsDouble(a, b);
    }
}
