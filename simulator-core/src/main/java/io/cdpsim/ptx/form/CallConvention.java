package io.cdpsim.ptx.form;

import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The calling convention. A single value is passed in a register; an array is passed as the address of the caller's copy in the thread's local
 * memory, a returned one as the address of the place for it. Behind all these comes where the called function's frame starts.
 *
 * @param results how many registers hold results
 * @param arguments how many registers hold arguments, addresses and the frame's start included
 */
public record CallConvention(List<Parameter> taken, List<Parameter> returned, int results, int arguments) {
    /** How the values of a function travel. */
    public static CallConvention of(PtxFunction function) {
        return of(function.parameters(), function.results());
    }

    /** How the values of an indirect call travel. */
    public static CallConvention of(Statement.CallPrototype prototype) {
        return of(prototype.parameters(), prototype.results());
    }

    private static CallConvention of(List<Parameter> taken, List<Parameter> returned) {
        int results = 0;
        List<Parameter> arrays = new ArrayList<>();
        for (Parameter result : returned) {
            if (isArray(result)) {
                arrays.add(result);
            } else {
                results++;
            }
        }
        return new CallConvention(taken, returned, results, taken.size() + arrays.size() + 1);
    }

    /** Whether a parameter is an array of bytes, as structures are. */
    public static boolean isArray(Parameter parameter) {
        return !parameter.dimensions().isEmpty();
    }

    /** Size of a parameter, bytes. */
    public static long bytes(Parameter parameter, PtxType type) {
        long bytes = (long) type.bytes() * parameter.vector();
        for (long dimension : parameter.dimensions()) {
            bytes *= Math.max(0, dimension);
        }
        return bytes;
    }

    /** The argument with the start of the function's frame. */
    public int frameArgument() {
        return arguments - 1;
    }

    /** Whether a function of the other signature can be called in place of one of this. */
    public boolean agreesWith(CallConvention other) {
        return sameShape(taken, other.taken) && sameShape(returned, other.returned);
    }

    private static boolean sameShape(List<Parameter> some, List<Parameter> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (isArray(some.get(i)) != isArray(others.get(i))) {
                return false;
            }
        }
        return true;
    }
}
