package io.cdpsim.programs.plan.script;

import io.cdpsim.programs.plan.expression.Formula;
import io.cdpsim.programs.plan.yaml.Place;
import java.util.List;

/** What elements should be. */
public sealed interface Wanted {
    /** Where the plan says it. */
    Place place();

    /** The value of a formula. */
    record Computed(Place place, Formula formula) implements Wanted {}

    /** These numbers. */
    record Listed(Place place, List<Number> numbers) implements Wanted {}

    /** The elements of a file of bytes. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Bytes(Place place, byte[] bytes) implements Wanted {}
}
