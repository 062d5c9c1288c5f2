package io.cdpsim.programs.plan.yaml;

import io.cdpsim.workloads.WorkloadException;

/**
 * Where something stands in a file.
 *
 * @param file as messages call it
 * @param line from 1
 * @param column from 1
 */
public record Place(String file, int line, int column) {
    /** The error of something that stands here. */
    public WorkloadException problem(String what) {
        return new WorkloadException(this + ": " + what);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
