package io.cdpsim.programs.plan.script;

import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;

/** Expected elements. */
public sealed interface ExpectedElements {
    /** Its position in the plan. */
    FilePosition place();

    /** The value of a formula. */
    record Computed(FilePosition place, Formula formula) implements ExpectedElements {}

    /** These numbers. */
    record Listed(FilePosition place, List<Number> numbers) implements ExpectedElements {}

    /** The elements in a file of bytes. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Bytes(FilePosition place, byte[] bytes) implements ExpectedElements {}
}
