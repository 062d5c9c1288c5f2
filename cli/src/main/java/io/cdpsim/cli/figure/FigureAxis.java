package io.cdpsim.cli.figure;

/**
 * An axis of a figure.
 *
 * @param label what it shows, with the unit
 * @param scale the place of each value
 */
public record FigureAxis(String label, AxisScale scale) {}
