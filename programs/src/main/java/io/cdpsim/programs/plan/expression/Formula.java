package io.cdpsim.programs.plan.expression;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A formula in {@code i}, the index of an element. Its value is computed in 64-bit integers with wrap-around, as a kernel would, if all its operands
 * are integers; else in double precision.
 */
public final class Formula {
    /** The scope and the index of one evaluation. */
    private record At(FormulaScope scope, long i) {}

    private static final Formula INDEX = new Formula(scope -> true, At::i, At::i);

    private final Predicate<FormulaScope> isWhole;
    private final ToLongFunction<At> whole;
    private final ToDoubleFunction<At> number;

    private final boolean isConstant;

    private Formula(Predicate<FormulaScope> isWhole, ToLongFunction<At> whole, ToDoubleFunction<At> number) {
        this(isWhole, whole, number, false);
    }

    private Formula(
            Predicate<FormulaScope> isWhole,
            ToLongFunction<At> whole,
            ToDoubleFunction<At> number,
            boolean isConstant) {
        this.isWhole = isWhole;
        this.whole = whole;
        this.number = number;
        this.isConstant = isConstant;
    }

    /** Parses a formula. @throws FormulaException if it is invalid */
    public static Formula parse(String text) {
        return new FormulaParser(text).formula();
    }

    /** A constant with a point or an exponent. */
    public static Formula constant(double value) {
        return new Formula(scope -> false, at -> (long) value, at -> value, true);
    }

    /** Whether all its operands are integers. @throws FormulaException if it names an unknown buffer */
    public boolean isWhole(FormulaScope scope) {
        return isWhole.test(scope);
    }

    /** Its value if it {@linkplain #isWhole is an integer}. @throws FormulaException if it has none */
    public long whole(FormulaScope scope, long i) {
        return whole.applyAsLong(new At(scope, i));
    }

    /** Its value. @throws FormulaException if it has none */
    public double number(FormulaScope scope, long i) {
        return number.applyAsDouble(new At(scope, i));
    }

    /** An integer constant. */
    static Formula constant(long value) {
        return new Formula(scope -> true, at -> value, at -> value, true);
    }

    /** {@code i}. */
    static Formula index() {
        return INDEX;
    }

    /** Whether it is {@code i}. */
    public boolean isIndex() {
        return this == INDEX;
    }

    /** Whether it is a constant, so that its value is the same for each {@code i}. */
    public boolean isConstant() {
        return isConstant;
    }

    /** {@code a[...]}, or {@code a.first[...]}. */
    static Formula element(String buffer, boolean first, Formula index) {
        ToLongFunction<At> checked = at -> {
            long element = index.whole.applyAsLong(at);
            long count = at.scope.buffer(buffer, first).count();
            if (element < 0 || element >= count) {
                throw new FormulaException(buffer + "[" + element + "] is not there where i is " + at.i + ": " + buffer
                        + " has " + count + " elements");
            }
            return element;
        };
        return new Formula(
                scope -> {
                    if (!index.isWhole(scope)) {
                        throw new FormulaException("the index of " + buffer + " is not a whole number");
                    }
                    return scope.buffer(buffer, first).isWhole();
                },
                at -> at.scope.buffer(buffer, first).whole(checked.applyAsLong(at)),
                at -> at.scope.buffer(buffer, first).number(checked.applyAsLong(at)));
    }

    /** {@code sum(a)}, {@code sum(a.first)}. */
    static Formula sum(String buffer, boolean first) {
        return sum(
                buffer,
                first,
                scope -> true,
                at -> 0,
                at -> at.scope.buffer(buffer, first).count());
    }

    /** {@code sum(a, from, to)}: the elements from {@code from} to {@code to - 1}. */
    static Formula sum(String buffer, boolean first, Formula from, Formula to) {
        return sum(
                buffer,
                first,
                scope -> {
                    boolean isFromWhole = from.isWhole(scope);
                    if (!to.isWhole(scope) || !isFromWhole) {
                        throw new FormulaException("a bound of the sum of " + buffer + " is not a whole number");
                    }
                    return true;
                },
                from.whole,
                to.whole);
    }

    private static Formula sum(
            String buffer,
            boolean first,
            Predicate<FormulaScope> hasWholeBounds,
            ToLongFunction<At> from,
            ToLongFunction<At> to) {
        return new Formula(
                scope -> hasWholeBounds.test(scope)
                        && scope.buffer(buffer, first).isWhole(),
                at -> {
                    FormulaScope.Values elements = at.scope.buffer(buffer, first);
                    long sum = 0;
                    long end = end(buffer, elements, from, to, at);
                    for (long k = from.applyAsLong(at); k < end; k++) {
                        sum += elements.whole(k);
                    }
                    return sum;
                },
                at -> {
                    FormulaScope.Values elements = at.scope.buffer(buffer, first);
                    double sum = 0;
                    long end = end(buffer, elements, from, to, at);
                    for (long k = from.applyAsLong(at); k < end; k++) {
                        sum += elements.number(k);
                    }
                    return sum;
                });
    }

    private static long end(
            String buffer, FormulaScope.Values elements, ToLongFunction<At> from, ToLongFunction<At> to, At at) {
        long start = from.applyAsLong(at);
        long end = to.applyAsLong(at);
        if (start < 0 || end > elements.count()) {
            throw new FormulaException("elements " + start + " to " + (end - 1) + " of " + buffer
                    + " are not all there where i is " + at.i + ": " + buffer + " has " + elements.count()
                    + " elements");
        }
        return end;
    }

    /** {@code -a}. */
    static Formula negative(Formula of) {
        return new Formula(of.isWhole, at -> -of.whole.applyAsLong(at), at -> -of.number.applyAsDouble(at));
    }

    /** An operation such as {@code a + b} or {@code max(a, b)}. */
    static Formula operation(FormulaOperation operation, Formula first, Formula second) {
        return new Formula(
                scope -> {
                    // Both operands, since each may name an unknown buffer.
                    boolean isFirstWhole = first.isWhole(scope);
                    return second.isWhole(scope) && isFirstWhole && operation.keepsWhole();
                },
                at -> {
                    long a = first.whole.applyAsLong(at);
                    long b = second.whole.applyAsLong(at);
                    if (b == 0 && operation.divides()) {
                        throw new FormulaException("a division by 0 where i is " + at.i);
                    }
                    return operation.whole(a, b);
                },
                at -> operation.number(first.number.applyAsDouble(at), second.number.applyAsDouble(at)));
    }

    /** The values of the names in a formula. */
    public interface FormulaScope {
        /**
         * A buffer.
         *
         * @param name the name of the buffer
         * @param first whether to return its initial contents instead of the current ones
         * @throws FormulaException if there is no such buffer
         */
        Values buffer(String name, boolean first);

        /** The elements of a buffer. */
        interface Values {
            /** The number of elements. */
            long count();

            /** Whether they are integers. */
            boolean isWhole();

            /** An element as an integer, signed if its type is. */
            long whole(long index);

            /** An element as a number. */
            double number(long index);
        }
    }
}
