package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.script.Plan.PositionedName;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.Optional;

/** A condition that must hold at the end. */
public sealed interface PlanExpectation {
    /** Its position in the plan. */
    FilePosition place();

    /**
     * The expected contents of a buffer.
     *
     * @param tolerance the permitted error of an element: relative to the expected value, or absolute where that is below 1
     */
    record OfBuffer(FilePosition place, PositionedName buffer, ExpectedElements wanted, double tolerance)
            implements PlanExpectation {}

    /** The expected contents of a variable as elements of a type; by default its declared type. */
    record OfVariable(
            FilePosition place,
            PositionedName variable,
            Optional<ValueType> type,
            ExpectedElements wanted,
            double tolerance)
            implements PlanExpectation {}

    /** The expected device output: exactly this text, or a text that contains it. */
    record Output(FilePosition place, String text, boolean whole) implements PlanExpectation {}

    /** The expected sticky error of the device. */
    record LeftError(FilePosition place, CudaError error) implements PlanExpectation {}
}
