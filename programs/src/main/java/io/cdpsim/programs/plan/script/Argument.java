package io.cdpsim.programs.plan.script;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.programs.plan.yaml.Place;

/** An argument of a launch. */
public sealed interface Argument {
    /** Where the plan says it. */
    Place place();

    /** A number of the parameter's type. */
    record Value(Place place, Number number) implements Argument {}

    /** The address of a buffer's element. */
    record Address(Named buffer, long element) implements Argument {
        @Override
        public Place place() {
            return buffer.place();
        }
    }

    /** The address of a variable. */
    record Variable(Named name) implements Argument {
        @Override
        public Place place() {
            return name.place();
        }
    }

    /** The address of a kernel. */
    record Code(Named name) implements Argument {
        @Override
        public Place place() {
            return name.place();
        }
    }

    /** A number of a type. */
    record Typed(Place place, ValueType type, Number number) implements Argument {}

    /** A structure. */
    @SuppressWarnings("ArrayRecordComponent") // large, and never compared
    record Bytes(Place place, byte[] bytes) implements Argument {}
}
