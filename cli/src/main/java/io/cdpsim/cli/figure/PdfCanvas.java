package io.cdpsim.cli.figure;

import io.cdpsim.cli.figure.Figure.PdfDocument;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Draws into a PDF document of one page (ISO 32000-1), without compression. Texts are in Helvetica, one of the fonts that every reader has, and
 * stay text. The origin is the document's subject.
 */
final class PdfCanvas implements VectorCanvas {
    private static final Charset ENCODING = Charset.forName("windows-1252");

    /** The distance of the control points of a curve that is nearly a quarter of a circle of radius 1. */
    private static final double QUARTER = 0.5523;

    private final StringBuilder content = new StringBuilder(8192);
    private final CharsetEncoder encoder = ENCODING.newEncoder();
    private final TreeSet<Integer> replaced = new TreeSet<>();
    private final double width;
    private final double height;
    private final String origin;

    PdfCanvas(double width, double height, String origin) {
        this.width = width;
        this.height = height;
        this.origin = origin;
    }

    /** The finished document. */
    PdfDocument document() {
        List<String> objects = List.of(
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + number(width) + " " + number(height)
                        + "] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /ExtGState << /G0 << /ca 1 >> /G1 <<"
                        + " /ca 0.18 >> >> >> >>",
                "<< /Length " + content.length() + " >>\nstream\n" + content + "endstream",
                "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
                "<< /Creator (cdpsim) /Subject " + string(origin) + " >>");
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        List<Integer> offsets = new ArrayList<>();
        for (String each : objects) {
            offsets.add(file.length());
            file.append(offsets.size()).append(" 0 obj\n").append(each).append("\nendobj\n");
        }
        int table = file.length();
        file.append("xref\n0 ").append(objects.size() + 1).append("\n0000000000 65535 f \n");
        offsets.forEach(each -> file.append(String.format(Locale.ROOT, "%010d 00000 n \n", each)));
        file.append("trailer\n<< /Size ")
                .append(objects.size() + 1)
                .append(" /Root 1 0 R /Info 6 0 R >>\nstartxref\n")
                .append(table)
                .append("\n%%EOF\n");
        StringBuilder missing = new StringBuilder();
        replaced.forEach(missing::appendCodePoint);
        // Every character is ASCII, so offsets in characters are offsets in bytes.
        return new PdfDocument(file.toString().getBytes(StandardCharsets.US_ASCII), missing.toString());
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
        return text.equals("-0") ? "0" : text;
    }

    /** A literal string, in ASCII. */
    private String string(String text) {
        StringBuilder escaped = new StringBuilder("(");
        text.codePoints().forEach(each -> {
            String character = Character.toString(each);
            if (!encoder.canEncode(character)) {
                replaced.add(each);
                escaped.append('?');
            } else if (each < ' ' || each > '~') {
                escaped.append(String.format(Locale.ROOT, "\\%03o", character.getBytes(ENCODING)[0] & 0xFF));
            } else {
                escaped.append("()\\".indexOf(each) >= 0 ? "\\" : "").append(character);
            }
        });
        return escaped.append(')').toString();
    }

    private String point(double x, double y) {
        return number(x) + " " + number(height - y);
    }

    private String path(double[] points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            path.append(point(points[i], points[i + 1])).append(i == 0 ? " m\n" : " l\n");
        }
        return path.toString();
    }

    private static String color(FigureColor color, String operator) {
        return String.format(
                Locale.ROOT,
                "%.3f %.3f %.3f %s\n",
                color.red() / 255.0,
                color.green() / 255.0,
                color.blue() / 255.0,
                operator);
    }

    @Override
    public void line(double[] points, FigureColor color, double width, double[] dashes) {
        StringBuilder pattern = new StringBuilder();
        for (double each : dashes) {
            pattern.append(pattern.length() == 0 ? "" : " ").append(number(each));
        }
        content.append(color(color, "RG"))
                .append(number(width))
                .append(" w\n[")
                .append(pattern)
                .append("] 0 d\n")
                .append(path(points))
                .append("S\n");
    }

    @Override
    public void polygon(double[] points, FigureColor color, boolean isTransparent) {
        content.append(isTransparent ? "/G1 gs\n" : "")
                .append(color(color, "rg"))
                .append(path(points))
                .append("h f\n")
                .append(isTransparent ? "/G0 gs\n" : "");
    }

    @Override
    public void disc(double x, double y, double radius, FigureColor color) {
        double c = QUARTER * radius;
        content.append(color(color, "rg"))
                .append(point(x + radius, y))
                .append(" m\n")
                .append(curve(x + radius, y + c, x + c, y + radius, x, y + radius))
                .append(curve(x - c, y + radius, x - radius, y + c, x - radius, y))
                .append(curve(x - radius, y - c, x - c, y - radius, x, y - radius))
                .append(curve(x + c, y - radius, x + radius, y - c, x + radius, y))
                .append("h f\n");
    }

    private String curve(double x1, double y1, double x2, double y2, double x3, double y3) {
        return point(x1, y1) + " " + point(x2, y2) + " " + point(x3, y3) + " c\n";
    }

    @Override
    public void text(double x, double y, Anchor anchor, double degrees, FigureColor color, String text) {
        double angle = Math.toRadians(degrees);
        double before = switch (anchor) {
            case START -> 0;
            case MIDDLE -> TextWidth.of(text) / 2;
            case END -> TextWidth.of(text);
        };
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        content.append("BT\n")
                .append(color(color, "rg"))
                .append("/F1 ")
                .append(number(TextWidth.FONT_SIZE))
                .append(" Tf\n")
                .append(String.format(Locale.ROOT, "%.4f %.4f %.4f %.4f ", cosine, sine, -sine, cosine))
                .append(point(x - before * cosine, y + before * sine))
                .append(" Tm\n")
                .append(string(text))
                .append(" Tj\nET\n");
    }

    @Override
    public void beginGroup(String description) {
        // A page on paper has no place for it.
    }

    @Override
    public void endGroup() {
        // Nothing began.
    }
}
