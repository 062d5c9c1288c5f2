package io.cdpsim.cli.figure;

import io.cdpsim.cli.output.PrintableText;
import java.util.Locale;

/** Draws into an SVG document. Colors are attributes, so that a page's style can replace them by class. */
final class SvgCanvas implements VectorCanvas {
    private static final String OPACITY = " fill-opacity=\"0.18\"";

    private final StringBuilder svg = new StringBuilder(8192);

    SvgCanvas(double width, double height, String origin) {
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%s\" height=\"%s\""
                        + " font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" font-size=\"%s\">\n",
                number(width),
                number(height),
                number(width),
                number(height),
                number(TextWidth.FONT_SIZE)));
        if (!origin.isEmpty()) {
            svg.append("<desc>").append(text(origin)).append("</desc>\n");
        }
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"f-paper\" width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n",
                number(width),
                number(height)));
    }

    /** The finished document. */
    String document() {
        return svg + "</svg>\n";
    }

    private static String text(String text) {
        return PrintableText.xml(PrintableText.line(text));
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
        return text.equals("-0") ? "0" : text;
    }

    private static String path(double[] points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            path.append(i == 0 ? "M" : "L")
                    .append(number(points[i]))
                    .append(' ')
                    .append(number(points[i + 1]));
        }
        return path.toString();
    }

    @Override
    public void line(double[] points, FigureColor color, double width, double[] dashes) {
        svg.append("<path class=\"l-")
                .append(color.name())
                .append("\" d=\"")
                .append(path(points))
                .append("\" fill=\"none\" stroke=\"")
                .append(color.hexadecimal())
                .append("\" stroke-width=\"")
                .append(number(width))
                .append('"');
        if (dashes.length > 0) {
            svg.append(" stroke-dasharray=\"");
            for (int i = 0; i < dashes.length; i++) {
                svg.append(i == 0 ? "" : " ").append(number(dashes[i]));
            }
            svg.append('"');
        }
        svg.append("/>\n");
    }

    @Override
    public void polygon(double[] points, FigureColor color, boolean isTransparent) {
        svg.append("<path class=\"f-")
                .append(color.name())
                .append("\" d=\"")
                .append(path(points))
                .append("Z\" fill=\"")
                .append(color.hexadecimal())
                .append('"')
                .append(isTransparent ? OPACITY : "")
                .append("/>\n");
    }

    @Override
    public void disc(double x, double y, double radius, FigureColor color) {
        svg.append(String.format(
                Locale.ROOT,
                "<circle class=\"f-%s\" cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>\n",
                color.name(),
                number(x),
                number(y),
                number(radius),
                color.hexadecimal()));
    }

    @Override
    public void text(double x, double y, Anchor anchor, double degrees, FigureColor color, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"f-%s\" x=\"%s\" y=\"%s\"%s%s fill=\"%s\">%s</text>\n",
                color.name(),
                number(x),
                number(y),
                anchor == Anchor.START ? "" : " text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT) + "\"",
                degrees == 0
                        ? ""
                        : " transform=\"rotate(" + number(-degrees) + " " + number(x) + " " + number(y) + ")\"",
                color.hexadecimal(),
                text(text)));
    }

    @Override
    public void beginGroup(String description) {
        svg.append("<g><title>").append(text(description)).append("</title>\n");
    }

    @Override
    public void endGroup() {
        svg.append("</g>\n");
    }
}
