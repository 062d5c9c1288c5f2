package io.cdpsim.experiments.validation.row;

/**
 * Counts of launches on hardware: a line {@code outcome,EXPERIMENT,SIZE,ran=...,failed=...,last_error=...,deepest=...}.
 *
 * @param file name of its file
 * @param line its line number, from 1
 * @param experiment name with limit and mode, such as {@code fill_limit2048_mode0}
 * @param size launches or depth
 * @param outcome the counts
 */
public record MeasuredOutcome(String file, int line, String experiment, int size, LaunchOutcome outcome) {
    /** The bench of the experiment: the first word of its name. */
    public String bench() {
        int end = experiment.indexOf('_');
        return end < 0 ? experiment : experiment.substring(0, end);
    }

    /** The subject of the line. */
    public String name() {
        return experiment + "," + size;
    }

    /**
     * Counts of the launches in an experiment with the pending-launch pool.
     *
     * @param ran grids that ran
     * @param failed launches that failed
     * @param deepest depth of the deepest grid
     */
    public record LaunchOutcome(long ran, long failed, int deepest) {}
}
