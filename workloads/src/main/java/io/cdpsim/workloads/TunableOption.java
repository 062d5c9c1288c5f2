package io.cdpsim.workloads;

/**
 * An option whose best value depends on the input and the GPU, so that somebody may want to have it found.
 *
 * @param option the option
 * @param values the values worth trying, as {@code --vary} takes them, such as {@code 8..1024:x2}
 */
public record TunableOption(WorkloadOption<?> option, String values) {
    /** A choice, of which all are worth trying. */
    public static TunableOption of(WorkloadOption<?> choice) {
        return new TunableOption(choice, String.join(",", choice.type().choices()));
    }
}
