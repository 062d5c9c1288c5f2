package io.cdpsim.experiments.validation.row;

/**
 * What became of launches on hardware: a line {@code outcome,EXPERIMENT,SIZE,ran=...,failed=...,last_error=...,deepest=...}.
 *
 * @param file where it was read
 * @param line its line there, from 1
 * @param experiment name with limit and mode, such as {@code fill_limit2048_mode0}
 * @param size launches or depth
 * @param outcome what was counted
 */
public record MeasuredOutcome(String file, int line, String experiment, int size, LaunchOutcome outcome) {
    /** The bench whose experiment it is: the first word of its name. */
    public String bench() {
        int end = experiment.indexOf('_');
        return end < 0 ? experiment : experiment.substring(0, end);
    }

    /** What the line is about. */
    public String name() {
        return experiment + "," + size;
    }
}
