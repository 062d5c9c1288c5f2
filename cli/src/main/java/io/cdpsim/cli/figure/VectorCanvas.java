package io.cdpsim.cli.figure;

/** Receives shapes and texts. Coordinates are points, from the upper left corner. */
interface VectorCanvas {
    /**
     * A path of straight lines.
     *
     * @param points x and y of each corner
     * @param width points
     * @param dashes lengths drawn and left out in turn; empty for a solid line
     */
    void line(double[] points, FigureColor color, double width, double[] dashes);

    /**
     * A filled polygon.
     *
     * @param points x and y of each corner
     * @param isTransparent whether what is below it shows through
     */
    void polygon(double[] points, FigureColor color, boolean isTransparent);

    /** A filled disc. */
    void disc(double x, double y, double radius, FigureColor color);

    /**
     * A text.
     *
     * @param y the baseline
     * @param anchor the part of the text at {@code x}
     * @param degrees by how much it is turned to the left around its anchor
     */
    void text(double x, double y, Anchor anchor, double degrees, FigureColor color, String text);

    /** Starts shapes with a description, which ends with {@link #endGroup()}. */
    void beginGroup(String description);

    /** Ends the shapes of a description. */
    void endGroup();

    /** The part of a text that is at its place. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }
}
