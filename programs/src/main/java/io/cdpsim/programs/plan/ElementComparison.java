package io.cdpsim.programs.plan;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.expression.Formula.FormulaScope;
import io.cdpsim.programs.plan.expression.FormulaException;
import io.cdpsim.programs.plan.script.ExpectedElements;
import io.cdpsim.programs.ptx.MemoryElements;
import java.math.BigInteger;

/** Compares the elements in memory with the expected ones. */
final class ElementComparison {
    private final String what;
    private final BufferMemory found;
    private final ExpectedElements wanted;
    private final double tolerance;
    private final FormulaScope scope;

    /**
     * Creates a comparison, and checks that it is possible.
     *
     * @param what the compared object, for messages
     * @throws io.cdpsim.workloads.InvalidInputException if the numbers of elements differ, or a formula names an unknown buffer
     */
    ElementComparison(String what, BufferMemory found, ExpectedElements wanted, double tolerance, FormulaScope scope) {
        this.what = what;
        this.found = found;
        this.wanted = wanted;
        this.tolerance = tolerance;
        this.scope = scope;
        long count = found.count();
        if (wanted instanceof ExpectedElements.Listed listed && listed.numbers().size() != count) {
            throw wanted.place()
                    .problem("found " + listed.numbers().size() + " numbers, but " + what + " has " + count
                            + " elements");
        }
        if (wanted instanceof ExpectedElements.Bytes bytes && bytes.bytes().length != found.bytes()) {
            throw wanted.place()
                    .problem("found " + bytes.bytes().length + " bytes, but " + what + " has " + found.bytes());
        }
        if (wanted instanceof ExpectedElements.Computed computed) {
            try {
                computed.formula().isWhole(scope);
            } catch (FormulaException e) {
                throw wanted.place().problem(String.valueOf(e.getMessage()));
            }
        }
    }

    /** The differences, in one line; empty if there are none. */
    String differences() {
        long differing = 0;
        String first = "";
        for (long i = 0; i < found.count(); i++) {
            String difference = difference(i);
            if (!difference.isEmpty() && differing++ == 0) {
                first = difference;
            }
        }
        return differing == 0
                ? ""
                : what + " is not as expected in " + differing + " of " + found.count()
                        + (found.count() == 1 ? " element" : " elements") + ", the first " + first;
    }

    private String difference(long i) {
        if (wanted instanceof ExpectedElements.Bytes bytes) {
            long bits = MemoryElements.get(bytes.bytes(), (int) i * found.type().bytes(), found.type());
            return found.isWhole()
                    ? whole(i, MemoryElements.whole(found.type(), bits))
                    : number(i, MemoryElements.number(found.type(), bits));
        }
        if (wanted instanceof ExpectedElements.Listed listed) {
            Number number = listed.numbers().get((int) i);
            return found.isWhole() && number instanceof BigInteger exact
                    ? whole(i, exact.longValue())
                    : number(i, number.doubleValue());
        }
        Formula formula = ((ExpectedElements.Computed) wanted).formula();
        try {
            return found.isWhole() && formula.isWhole(scope)
                    ? whole(i, formula.whole(scope, i))
                    : number(i, formula.number(scope, i));
        } catch (FormulaException e) {
            throw wanted.place().problem(String.valueOf(e.getMessage()));
        }
    }

    /** Whole numbers as the element's type holds them. */
    private String whole(long i, long value) {
        ValueType type = found.type();
        long bits = found.bits(i);
        long wantedBits = MemoryElements.whole(type, value);
        long foundBits = MemoryElements.whole(type, bits);
        if (foundBits == wantedBits || isNear(MemoryElements.number(type, bits), MemoryElements.number(type, value))) {
            return "";
        }
        return "at " + i + ": found " + MemoryElements.text(type, bits) + ", expected "
                + MemoryElements.text(type, value);
    }

    private String number(long i, double value) {
        ValueType type = found.type();
        double rounded = type == ValueType.F32 ? (float) value : value;
        double number = found.number(i);
        if (number == rounded || (Double.isNaN(number) && Double.isNaN(rounded)) || isNear(number, value)) {
            return "";
        }
        String expected = type == ValueType.F32 ? Float.toString((float) value) : Double.toString(value);
        return "at " + i + ": found " + MemoryElements.text(type, found.bits(i)) + ", expected " + expected;
    }

    private boolean isNear(double number, double value) {
        return tolerance > 0 && Math.abs(number - value) <= tolerance * Math.max(1, Math.abs(value));
    }
}
