package io.cdpsim.cli.report;

/**
 * A line of a summary.
 *
 * @param label what it is
 * @param value its value; the label of a line that goes on from the one before is empty
 */
public record LabeledValue(String label, String value) {}
