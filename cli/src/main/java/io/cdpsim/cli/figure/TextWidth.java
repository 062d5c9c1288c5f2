package io.cdpsim.cli.figure;

/** The width of texts in Helvetica, from Adobe's font metrics. Arial and Liberation Sans have the same. */
final class TextWidth {
    /** The size of all texts, points. */
    static final double FONT_SIZE = 11;

    private static final int FIRST = ' ';

    /** Thousandths of the font size, from the space to the tilde. */
    private static final int[] WIDTHS = {
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 // p to ~
    };

    private static final int OTHER = 556;
    private static final int IDEOGRAPH = 1000;
    private static final int FIRST_IDEOGRAPH = 0x2e80;

    private TextWidth() {}

    /** The width of a text, points. */
    static double of(String text) {
        return text.codePoints().map(TextWidth::of).sum() * FONT_SIZE / 1000;
    }

    private static int of(int character) {
        int index = character - FIRST;
        return index >= 0 && index < WIDTHS.length ? WIDTHS[index] : character < FIRST_IDEOGRAPH ? OTHER : IDEOGRAPH;
    }

    /** The text, with its end replaced by an ellipsis where it is wider than a width. */
    static String shortened(String text, double width) {
        if (of(text) <= width) {
            return text;
        }
        int end = text.length();
        while (end > 1 && of(text.substring(0, end) + "\u2026") > width) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + "\u2026";
    }
}
