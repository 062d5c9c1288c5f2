package io.cdpsim.workloads;

/**
 * An option whose best value depends on the input and the GPU, so that a search for it is worthwhile.
 *
 * @param option the option
 * @param values the values to try, as {@code --vary} accepts them, such as {@code 8..1024:x2}
 */
public record TunableOption(WorkloadOption<?> option, String values) {
    /** A choice, all values of which are tried. */
    public static TunableOption of(WorkloadOption<?> choice) {
        return new TunableOption(choice, String.join(",", choice.type().choices()));
    }
}
