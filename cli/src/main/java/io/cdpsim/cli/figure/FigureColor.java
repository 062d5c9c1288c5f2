package io.cdpsim.cli.figure;

/**
 * A color.
 *
 * @param name the class that an SVG document gives it, by which a page can replace it
 * @param red 0 to 255
 * @param green 0 to 255
 * @param blue 0 to 255
 */
record FigureColor(String name, int red, int green, int blue) {
    static final FigureColor INK = new FigureColor("ink", 0x1c, 0x23, 0x30);
    static final FigureColor FAINT = new FigureColor("faint", 0x5b, 0x65, 0x75);
    static final FigureColor GRID = new FigureColor("grid", 0xd5, 0xda, 0xe2);

    /** Colors that readers with a color vision deficiency can tell apart (Okabe and Ito, 2008). */
    private static final int[][] SERIES = {
        {0x00, 0x72, 0xb2},
        {0xd5, 0x5e, 0x00},
        {0x00, 0x9e, 0x73},
        {0xcc, 0x79, 0xa7},
        {0xb8, 0x86, 0x0b},
        {0x56, 0xb4, 0xe9},
    };

    /** The color of a series; after the last it starts again. */
    static FigureColor series(int index) {
        int[] rgb = SERIES[index % SERIES.length];
        return new FigureColor("s" + index % SERIES.length, rgb[0], rgb[1], rgb[2]);
    }

    /** The color as {@code #rrggbb}. */
    String hexadecimal() {
        return String.format("#%02x%02x%02x", red, green, blue);
    }
}
