package io.cdpsim.cli.figure;

/** How the values of a series are drawn. */
public enum SeriesStyle {
    /** A mark for each value and a line through them; errors as a band. */
    LINES,
    /** A bar for each value, from zero; errors as whiskers. For categories. */
    BARS,
    /** A mark for each value; errors as whiskers. For categories on a logarithmic scale. */
    MARKS,
    /** A value that holds until the next. */
    STEPS
}
