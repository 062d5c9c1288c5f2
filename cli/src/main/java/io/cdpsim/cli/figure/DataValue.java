package io.cdpsim.cli.figure;

/**
 * A value as a table has it.
 *
 * @param series the name of its series; may be empty
 * @param x the value of the horizontal axis as text: a number, with a unit or without, or a name
 * @param y the value
 * @param low the lower end of its error, at most {@code y}
 * @param high the upper end of its error, at least {@code y}
 */
public record DataValue(String series, String x, double y, double low, double high) {}
