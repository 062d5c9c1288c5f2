package io.cdpsim.experiments.sweep.condition;

import java.util.Map;

/** A part of a condition. Its value is a {@code Double}, a {@code Boolean} or a {@code String}. */
sealed interface ConditionTerm {
    /**
     * The value for a combination.
     *
     * @throws IllegalArgumentException if an operation does not accept the kind of an operand
     */
    Object value(Map<String, String> values);

    /** A number or a word. */
    record Constant(Object constant) implements ConditionTerm {
        @Override
        public Object value(Map<String, String> values) {
            return constant;
        }
    }

    /** A value of the sweep. */
    record Name(String name) implements ConditionTerm {
        @Override
        public Object value(Map<String, String> values) {
            String text = values.getOrDefault(name, "");
            try {
                return Double.valueOf(text);
            } catch (NumberFormatException e) {
                return text;
            }
        }
    }

    /** Negation. */
    record Not(ConditionTerm term) implements ConditionTerm {
        @Override
        public Object value(Map<String, String> values) {
            return !isTrue(term.value(values));
        }
    }

    /** The change of a sign. */
    record Minus(ConditionTerm term) implements ConditionTerm {
        @Override
        public Object value(Map<String, String> values) {
            return -number(term.value(values));
        }
    }

    /** An operation on two terms. */
    record Binary(String operator, ConditionTerm left, ConditionTerm right) implements ConditionTerm {
        @Override
        public Object value(Map<String, String> values) {
            Object first = left.value(values);
            return switch (operator) {
                case "&&" -> isTrue(first) && isTrue(right.value(values));
                case "||" -> isTrue(first) || isTrue(right.value(values));
                case "==" -> isEqual(first, right.value(values));
                case "!=" -> !isEqual(first, right.value(values));
                default -> compute(number(first), number(right.value(values)));
            };
        }

        private boolean isEqual(Object a, Object b) {
            if (left instanceof Name && right instanceof Name word && (a instanceof String) != (b instanceof String)) {
                throw new IllegalArgumentException("found a comparison of '" + a + "' with '" + b + "'; write the word "
                        + word.name() + " in quotation marks, since it is also a name of the sweep");
            }
            return a.equals(b);
        }

        private Object compute(double a, double b) {
            return switch (operator) {
                case "<" -> a < b;
                case "<=" -> a <= b;
                case ">" -> a > b;
                case ">=" -> a >= b;
                case "+" -> a + b;
                case "-" -> a - b;
                case "*" -> a * b;
                case "/" -> a / b;
                case "%" -> a % b;
                default -> throw new IllegalStateException(operator);
            };
        }
    }

    private static double number(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        throw new IllegalArgumentException("found '" + value + "', expected a number");
    }

    /** The truth of a value: a number is true if it is not 0. */
    static boolean isTrue(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Double number) {
            return number != 0;
        }
        if (value.equals("true") || value.equals("false")) {
            return value.equals("true");
        }
        throw new IllegalArgumentException("found the word '" + value + "', expected a comparison");
    }
}
