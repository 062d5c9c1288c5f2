package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.yaml.Place;
import io.cdpsim.runtime.version.CudaError;
import java.util.Optional;

/** Something that should hold at the end. */
public sealed interface Expectation {
    /** Where the plan says it. */
    Place place();

    /**
     * What a buffer holds.
     *
     * @param tolerance how far an element may be off: this times the wanted value, or this alone where that is below 1
     */
    record OfBuffer(Place place, Named buffer, Wanted wanted, double tolerance) implements Expectation {}

    /** What a variable holds, seen as elements of a type; the one it is declared with if none is given. */
    record OfVariable(Place place, Named variable, Optional<ValueType> type, Wanted wanted, double tolerance)
            implements Expectation {}

    /** What the program prints: this, or this among other text. */
    record Output(Place place, String text, boolean whole) implements Expectation {}

    /** The error that the device is left with. */
    record LeftError(Place place, CudaError error) implements Expectation {}
}
