package io.cdpsim.ptx.syntax;

import java.util.List;
import java.util.Map;

/**
 * A PTX module. Of debug sections, only the strings are stored; lists are in text order.
 *
 * @param source the text's name, and where its lines start
 * @param version the PTX ISA that the text is written for
 * @param targets as written, such as {@code sm_90} and {@code texmode_independent}; at least one
 * @param addressSize bits of an address, 32 or 64
 * @param files the source files that {@link Location}s name by their index
 * @param variables the variables outside functions
 * @param functions kernels and functions, including those without a body; a prototype and its definition are two entries
 * @param aliases other names of functions
 * @param pragmas for the module as a whole
 * @param debugStrings the texts of the debug sections by their labels, such as the mangled names that {@link Location.Inlining} names so; to look
 *     up, not to go through, since it has no order
 */
public record PtxModule(
        SourceText source,
        IsaVersion version,
        List<String> targets,
        int addressSize,
        List<SourceFile> files,
        List<Variable> variables,
        List<PtxFunction> functions,
        List<Alias> aliases,
        List<Pragma> pragmas,
        Map<String, String> debugStrings) {

    /** Copies the lists. */
    public PtxModule {
        targets = List.copyOf(targets);
        files = List.copyOf(files);
        variables = List.copyOf(variables);
        functions = List.copyOf(functions);
        aliases = List.copyOf(aliases);
        pragmas = List.copyOf(pragmas);
        debugStrings = Map.copyOf(debugStrings);
    }

    /** The compute capability that the text is written for, times ten: 90 of {@code sm_90a}. {@link Integer#MAX_VALUE} if no target names one. */
    public int computeCapability() {
        int capability = 0;
        for (String target : targets) {
            String digits =
                    target.startsWith("sm_") ? target.substring("sm_".length()).replaceAll("\\D", "") : "";
            capability = digits.isEmpty() ? capability : Math.max(capability, Integer.parseInt(digits));
        }
        return capability == 0 ? Integer.MAX_VALUE : capability;
    }

    /**
     * A version of the PTX ISA, of {@code .version}.
     *
     * @param major the number before the dot, from 1
     * @param minor the number after the dot
     */
    public record IsaVersion(int major, int minor) {}

    /**
     * A source file, of {@code .file}.
     *
     * @param index the number by which {@code .loc} names it
     * @param name as the compiler wrote it, mostly a path
     */
    public record SourceFile(int index, String name) {}

    /**
     * Another name of a function, of {@code .alias}.
     *
     * @param name the other name
     * @param function the function
     * @param at offset in the text
     */
    public record Alias(String name, String function, int at) {}
}
