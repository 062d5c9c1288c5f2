package io.cdpsim.workloads.yaml;

import io.cdpsim.workloads.InvalidInputException;

/**
 * A position in a file.
 *
 * @param file its name in messages
 * @param line from 1
 * @param column from 1
 */
public record FilePosition(String file, int line, int column) {
    /** An error at this position. */
    public InvalidInputException problem(String what) {
        return new InvalidInputException(this + ": " + what);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
