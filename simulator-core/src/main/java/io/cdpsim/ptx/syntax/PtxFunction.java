package io.cdpsim.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel or a function, or its prototype.
 *
 * @param kind which of the two
 * @param linkage which other modules may name it
 * @param name as written
 * @param results its results; none for a kernel
 * @param parameters its parameters
 * @param directives about its resources and its nature: {@code maxntid}, {@code noreturn}
 * @param attributes of {@code .attribute(...)}
 * @param pragmas pragmas before the body
 * @param body null for a prototype
 * @param at offset of its name
 */
public record PtxFunction(
        Kind kind,
        Linkage linkage,
        String name,
        List<Parameter> results,
        List<Parameter> parameters,
        List<Directive> directives,
        List<Directive> attributes,
        List<Pragma> pragmas,
        @Nullable Block body,
        int at) {

    /** Kernels are launched, functions called. */
    public enum Kind {
        /** A kernel, of {@code .entry}. */
        ENTRY,
        /** A function, of {@code .func}. */
        FUNC
    }

    /** Copies the lists. */
    public PtxFunction {
        results = List.copyOf(results);
        parameters = List.copyOf(parameters);
        directives = List.copyOf(directives);
        attributes = List.copyOf(attributes);
        pragmas = List.copyOf(pragmas);
    }
}
