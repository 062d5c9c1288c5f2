package io.cdpsim.programs.plan.expression;

/**
 * A formula in {@code i}, the index of an element. Its value is computed in 64-bit integers with wrap-around, as a kernel would, if all its operands
 * are integers; else in double precision.
 */
public sealed interface Formula
        permits Formula.Whole,
                Formula.Real,
                Formula.Index,
                Formula.Element,
                Formula.Sum,
                Formula.Negative,
                Formula.Operation,
                Formula.Call {
    /** Whether all its operands are integers. @throws FormulaException if it names an unknown buffer */
    boolean isWhole(FormulaScope scope);

    /** Its value if it {@linkplain #isWhole is an integer}. @throws FormulaException if it has none */
    long whole(FormulaScope scope, long i);

    /** Its value. @throws FormulaException if it has none */
    double number(FormulaScope scope, long i);

    /** Parses a formula. @throws FormulaException if it is invalid */
    static Formula parse(String text) {
        return new FormulaParser(text).formula();
    }

    /** An integer constant. */
    record Whole(long value) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            return true;
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return value;
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return value;
        }
    }

    /** A constant with a point or an exponent. */
    record Real(double value) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            return false;
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return (long) value;
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return value;
        }
    }

    /** {@code i}. */
    record Index() implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            return true;
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return i;
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return i;
        }
    }

    /** {@code a[...]}, or {@code a.first[...]}. */
    record Element(String buffer, boolean first, Formula index) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            if (!index.isWhole(scope)) {
                throw new FormulaException("the index of " + buffer + " is not a whole number");
            }
            return scope.buffer(buffer, first).isWhole();
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return scope.buffer(buffer, first).whole(at(scope, i));
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return scope.buffer(buffer, first).number(at(scope, i));
        }

        private long at(FormulaScope scope, long i) {
            long at = index.whole(scope, i);
            long count = scope.buffer(buffer, first).count();
            if (at < 0 || at >= count) {
                throw new FormulaException(buffer + "[" + at + "] is not there where i is " + i + ": " + buffer
                        + " has " + count + " elements");
            }
            return at;
        }
    }

    /** {@code sum(a)}. */
    record Sum(String buffer) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            return scope.buffer(buffer, false).isWhole();
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            FormulaScope.Values elements = scope.buffer(buffer, false);
            long sum = 0;
            for (long k = 0; k < elements.count(); k++) {
                sum += elements.whole(k);
            }
            return sum;
        }

        @Override
        public double number(FormulaScope scope, long i) {
            FormulaScope.Values elements = scope.buffer(buffer, false);
            double sum = 0;
            for (long k = 0; k < elements.count(); k++) {
                sum += elements.number(k);
            }
            return sum;
        }
    }

    /** {@code -a}. */
    record Negative(Formula of) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            return of.isWhole(scope);
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return -of.whole(scope, i);
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return -of.number(scope, i);
        }
    }

    /** A binary operation such as {@code a + b}. */
    record Operation(FormulaOperator operator, Formula left, Formula right) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            // Both operands, since each may name an unknown buffer.
            boolean isLeftWhole = left.isWhole(scope);
            return right.isWhole(scope) && isLeftWhole;
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            long a = left.whole(scope, i);
            long b = right.whole(scope, i);
            if (b == 0 && operator.divides()) {
                throw new FormulaException("a division by 0 where i is " + i);
            }
            return operator.whole(a, b);
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return operator.number(left.number(scope, i), right.number(scope, i));
        }
    }

    /** A function call such as {@code max(a, b)}. */
    record Call(FormulaFunction function, Formula first, Formula second) implements Formula {
        @Override
        public boolean isWhole(FormulaScope scope) {
            boolean isFirstWhole = first.isWhole(scope);
            return second.isWhole(scope) && isFirstWhole && function.keepsWhole();
        }

        @Override
        public long whole(FormulaScope scope, long i) {
            return function.whole(first.whole(scope, i), second.whole(scope, i));
        }

        @Override
        public double number(FormulaScope scope, long i) {
            return function.number(first.number(scope, i), second.number(scope, i));
        }
    }
}
