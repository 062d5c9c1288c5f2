package io.cdpsim.cli.figure;

import java.util.List;

/**
 * A figure with two axes.
 *
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series the data; the order gives colors and the legend
 * @param style how the data are drawn
 * @param origin what the figure was made from, which its file keeps; may be empty
 */
public record Figure(FigureAxis x, FigureAxis y, List<DataSeries> series, SeriesStyle style, String origin) {
    public Figure {
        series = List.copyOf(series);
    }

    /** The figure as an SVG document, with its texts as text. */
    public String svg() {
        FigureDrawing drawing = new FigureDrawing(this);
        SvgCanvas canvas = new SvgCanvas(drawing.width(), drawing.height(), origin);
        drawing.draw(canvas);
        return canvas.document();
    }

    /** The figure as a PDF document of one page. */
    public PdfDocument pdf() {
        FigureDrawing drawing = new FigureDrawing(this);
        PdfCanvas canvas = new PdfCanvas(drawing.width(), drawing.height(), origin);
        drawing.draw(canvas);
        return canvas.document();
    }

    /**
     * A PDF document.
     *
     * @param bytes its bytes
     * @param replaced the characters that the standard font lacks and that stand as question marks; empty if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of one file, which nobody compares
    public record PdfDocument(byte[] bytes, String replaced) {}
}
