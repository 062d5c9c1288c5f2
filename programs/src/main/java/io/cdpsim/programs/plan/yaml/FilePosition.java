package io.cdpsim.programs.plan.yaml;

import io.cdpsim.workloads.InvalidInputException;

/**
 * Where something stands in a file.
 *
 * @param file as messages call it
 * @param line from 1
 * @param column from 1
 */
public record FilePosition(String file, int line, int column) {
    /** The error of something that stands here. */
    public InvalidInputException problem(String what) {
        return new InvalidInputException(this + ": " + what);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
