package io.cdpsim.cli.plot;

import io.cdpsim.cli.figure.AxisLabel;
import io.cdpsim.cli.figure.AxisNumbers;
import io.cdpsim.cli.figure.DataValue;
import io.cdpsim.cli.figure.Figure;
import io.cdpsim.cli.figure.Figure.PdfDocument;
import io.cdpsim.cli.figure.FigureBuilder;
import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim plot}. */
@Command(
        name = "plot",
        description =
                "Draws a figure of a table in CSV, such as that of a sweep, as SVG or PDF: numbers as lines, names as"
                        + " bars.")
public final class PlotCommand implements Callable<Integer> {
    private static final String SVG = ".svg";
    private static final String PDF = ".pdf";
    private static final int MOST_SERIES = 12;

    @Parameters(
            paramLabel = "CSV",
            completionCandidates = CompletionCandidates.AnyFile.class,
            description = "A table with a line of names, such as 'sweep --out' writes.")
    private Path file = Path.of("");

    @Option(
            names = "--x",
            paramLabel = "COL",
            required = true,
            description = "The column of the horizontal axis: numbers, with one unit or without, or names.")
    private String x = "";

    @Option(
            names = "--y",
            paramLabel = "COL",
            required = true,
            description = "The column of the vertical axis: numbers.")
    private String y = "";

    @Option(
            names = "--by",
            paramLabel = "COL",
            split = ",",
            description = "A series for each value of this column, or of each combination of several.")
    private List<String> by = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "COL=VALUE",
            description = "Draw only rows with this value; may be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--log", paramLabel = "AXIS", split = ",", description = "A logarithmic axis: x, y or x,y.")
    private List<String> log = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "The file to write; its name ends in .svg or .pdf.")
    private Path out = Path.of("");

    @Spec
    private CommandSpec spec;

    PlotCommand() {}

    @Override
    public Integer call() {
        String name = out.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(SVG) && !name.endsWith(PDF)) {
            throw new InvalidInputException("--out: found '" + out + "', expected a name that ends in .svg or .pdf");
        }
        for (String each : log) {
            if (!each.equals("x") && !each.equals("y")) {
                throw new InvalidInputException("--log: found '" + each + "', expected x, y or x,y");
            }
        }
        AtomicFile.check("--out", out);
        PlotTable table = PlotTable.of(file.toString(), FileErrors.textOf(file, "a table in CSV"), only);
        List<DataValue> values = table.values(x, y, by);
        Figure figure = figure(table, values);
        PrintWriter err = spec.commandLine().getErr();
        String problem;
        if (name.endsWith(SVG)) {
            problem = AtomicFile.write(out, figure.svg());
        } else {
            PdfDocument pdf = figure.pdf();
            problem = AtomicFile.write(out, stream -> stream.write(pdf.bytes()));
            if (!pdf.replaced().isEmpty()) {
                note(err, "the font of the PDF has no '" + pdf.replaced() + "' and shows '?'; an .svg shows it");
            }
        }
        if (!problem.isEmpty()) {
            note(err, problem);
            return ExitCode.UNFINISHED;
        }
        if (!AtomicFile.isSpecial(out)) {
            long series = values.stream().map(DataValue::series).distinct().count();
            spec.commandLine()
                    .getOut()
                    .print(new TextTable(Align.LEFT, Align.LEFT)
                            .row("figure", out.toString())
                            .row("values", NumberFormats.count(values.size()))
                            .row("series", NumberFormats.count(series)));
        }
        if (table.failed() > 0) {
            note(err, table.failed() + " of the rows have an error or no value and are not drawn");
        }
        return ExitCode.DONE;
    }

    private Figure figure(PlotTable table, List<DataValue> values) {
        long series = values.stream().map(DataValue::series).distinct().count();
        if (series > MOST_SERIES) {
            throw new InvalidInputException("--by " + String.join(",", by) + ": gives " + series + " series, more than "
                    + MOST_SERIES + " cannot be told apart; select rows with --only");
        }
        boolean isLogarithmicX = log.contains("x");
        boolean isLogarithmicY = log.contains("y");
        if (isLogarithmicX) {
            Optional<AxisNumbers> numbers =
                    AxisNumbers.of(values.stream().map(DataValue::x).toList());
            if (numbers.isEmpty()) {
                throw new InvalidInputException(
                        "--log x: the column '" + x + "' has names, or numbers with different units; leave it out");
            }
            PlotTable.requirePositive(
                    "--log x",
                    x,
                    numbers.get().values().stream().mapToDouble(each -> each).toArray());
        }
        if (isLogarithmicY) {
            PlotTable.requirePositive(
                    "--log y", y, values.stream().mapToDouble(DataValue::y).toArray());
        }
        return new FigureBuilder(
                        AxisLabel.ofColumn(x), AxisLabel.ofColumn(y), isLogarithmicX, isLogarithmicY, table.origin())
                .build(values);
    }

    private static void note(PrintWriter err, String text) {
        err.println("cdpsim: " + PrintableText.line(text));
    }
}
