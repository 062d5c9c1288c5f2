package io.cdpsim.programs.plan.expression;

/** The binary operators. Integer division truncates as in C; the remainder has the sign of the dividend. */
enum FormulaOperator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER;

    boolean divides() {
        return this == DIVIDE || this == REMAINDER;
    }

    long whole(long a, long b) {
        return switch (this) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
        };
    }

    double number(double a, double b) {
        return switch (this) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
        };
    }
}
