package io.cdpsim.programs.plan.expression;

/** What stands between two values. Whole numbers divide as in C: towards 0, the rest with the sign of what is divided. */
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
