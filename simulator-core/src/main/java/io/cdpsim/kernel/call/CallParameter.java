package io.cdpsim.kernel.call;

import java.util.List;

/**
 * A parameter of the C function, which corresponds to no, one or several values of the call.
 *
 * @param name its name in CUDA's header
 * @param direction how its values travel
 * @param values its values in order; none for a function, three for a {@code dim3}
 */
public record CallParameter(String name, Direction direction, List<CallValue> values) {
    /** How the values of a parameter travel. */
    public enum Direction {
        /** They are passed. */
        IN,
        /** The parameter is the address at which the call leaves the value, or the fields of a structure. */
        OUT,
        /** The parameter is a kernel, named by the instruction and not by an operand. */
        FUNCTION
    }

    public CallParameter {
        values = List.copyOf(values);
    }

    /** A value that is passed. */
    static CallParameter in(String name, CallRole role, CallType type) {
        return new CallParameter(name, Direction.IN, List.of(new CallValue(role, type)));
    }

    /** Several values that C passes as one structure. */
    static CallParameter structure(String name, CallValue... values) {
        return new CallParameter(name, Direction.IN, List.of(values));
    }

    /** A value that the call leaves at an address. */
    static CallParameter out(String name, CallRole role, CallType type) {
        return new CallParameter(name, Direction.OUT, List.of(new CallValue(role, type)));
    }

    /** Several values that the call leaves at an address as the fields of one structure, each at a multiple of its size. */
    static CallParameter outStructure(String name, CallValue... values) {
        return new CallParameter(name, Direction.OUT, List.of(values));
    }

    /** A kernel. */
    static CallParameter function(String name) {
        return new CallParameter(name, Direction.FUNCTION, List.of());
    }
}
