package io.cdpsim.experiments.validation.row;

import io.cdpsim.workloads.InvalidInputException;
import java.util.List;

/**
 * A line of a CSV file.
 *
 * @param file name of its file, for messages
 * @param number its line number, from 1
 * @param columns its columns without surrounding blanks
 */
record CsvLine(String file, int number, List<String> columns) {
    /** The smallest nonzero figure, and the largest: ratios of others are not finite. */
    private static final double LEAST_FIGURE = 1e-12;

    private static final double MOST_FIGURE = 1e15;

    CsvLine {
        columns = List.copyOf(columns);
    }

    String text(int index) {
        return columns.get(index);
    }

    /** A measured figure: zero, or of a plausible magnitude. */
    double figure(int index, String name) {
        double value = number(index, name);
        double size = Math.abs(value);
        if (size != 0 && !(size >= LEAST_FIGURE && size <= MOST_FIGURE)) {
            throw wrong(index, name, "0 or a size from " + LEAST_FIGURE + " to " + MOST_FIGURE);
        }
        return value;
    }

    /** A whole number within bounds. */
    long count(int index, String name, long least, long most) {
        double value = number(index, name);
        if (value != Math.rint(value) || value < least || value > most) {
            throw wrong(index, name, "a whole number from " + least + " to " + most);
        }
        return (long) value;
    }

    /** Any number. */
    double number(int index, String name) {
        try {
            double value = Double.parseDouble(text(index));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a value that is not finite.
        }
        throw wrong(index, name, "a number");
    }

    /** The error of an unexpected column. */
    InvalidInputException wrong(int index, String name, String expected) {
        return error("column " + (index + 1) + " (" + name + ") is '" + text(index) + "', expected " + expected);
    }

    /** An error of the line. */
    InvalidInputException error(String message) {
        return new InvalidInputException(file + ":" + number + ": " + message);
    }
}
