package io.cdpsim.programs.plan.expression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The functions of formulas. */
enum FormulaFunction {
    ABS(1, true),
    MIN(2, true),
    MAX(2, true),
    FLOOR(1, false),
    SQRT(1, false),
    EXP(1, false),
    LOG(1, false),
    SIN(1, false),
    COS(1, false),
    POW(2, false);

    private final int arguments;
    private final boolean keepsWhole;

    FormulaFunction(int arguments, boolean keepsWhole) {
        this.arguments = arguments;
        this.keepsWhole = keepsWhole;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(FormulaFunction::word).toList();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    int arguments() {
        return arguments;
    }

    /** Whether its value is an integer for integer arguments. */
    boolean keepsWhole() {
        return keepsWhole;
    }

    /** The integer value, where it {@link #keepsWhole}. */
    long whole(long a, long b) {
        return switch (this) {
            case ABS -> Math.abs(a);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            default -> (long) number((double) a, (double) b);
        };
    }

    double number(double a, double b) {
        return switch (this) {
            case ABS -> Math.abs(a);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case FLOOR -> Math.floor(a);
            case SQRT -> Math.sqrt(a);
            case EXP -> StrictMath.exp(a);
            case LOG -> StrictMath.log(a);
            case SIN -> StrictMath.sin(a);
            case COS -> StrictMath.cos(a);
            case POW -> StrictMath.pow(a, b);
        };
    }
}
