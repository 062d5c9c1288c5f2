package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.yaml.FilePosition;
import io.cdpsim.runtime.version.CudaError;
import java.util.Optional;

/** Something that should hold at the end. */
public sealed interface PlanExpectation {
    /** Where the plan says it. */
    FilePosition place();

    /**
     * What a buffer holds.
     *
     * @param tolerance how far an element may be off: this times the wanted value, or this alone where that is below 1
     */
    record OfBuffer(FilePosition place, PositionedName buffer, ExpectedElements wanted, double tolerance)
            implements PlanExpectation {}

    /** What a variable holds, seen as elements of a type; the one it is declared with if none is given. */
    record OfVariable(
            FilePosition place,
            PositionedName variable,
            Optional<ValueType> type,
            ExpectedElements wanted,
            double tolerance)
            implements PlanExpectation {}

    /** What the program prints: this, or this among other text. */
    record Output(FilePosition place, String text, boolean whole) implements PlanExpectation {}

    /** The error that the device is left with. */
    record LeftError(FilePosition place, CudaError error) implements PlanExpectation {}
}
