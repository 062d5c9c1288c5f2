package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of grades (CSV), which has each row as soon as it is known, so that an interrupted report can be resumed. */
final class GradeTable implements AutoCloseable {
    private static final String HEADER = CsvText.line(GradedSubmission.COLUMNS);

    private final Writer writer;
    private final boolean isFile;

    /** The cells of the rows of before, by student and lab. */
    private final Map<List<String>, List<String>> before;

    private GradeTable(Writer writer, boolean isFile, Map<List<String>, List<String>> before) {
        this.writer = writer;
        this.isFile = isFile;
        this.before = before;
    }

    /**
     * Opens the table.
     *
     * @param file its file; null for standard output
     * @param resumed whether to keep rows with points that the file has
     * @throws InvalidInputException if the file that is to be resumed is none of this command
     * @throws IOException if the file cannot be written
     */
    static GradeTable open(@Nullable Path file, boolean resumed, PrintWriter standardOutput) throws IOException {
        Map<List<String>, List<String>> before = new HashMap<>();
        if (file == null) {
            standardOutput.print(HEADER);
            return new GradeTable(standardOutput, false, before);
        }
        if (resumed && Files.exists(file)) {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (!lines.isEmpty() && !HEADER.strip().equals(lines.get(0))) {
                throw new InvalidInputException(file + ": its first line is not '" + HEADER.strip()
                        + "'; give the file of a report, or another name without --resume");
            }
            for (String line : lines) {
                List<String> cells = CsvText.cells(line);
                // A row that was cut off has fewer cells, or no points.
                if (cells.size() == GradedSubmission.COLUMNS.size()
                        && cells.get(2).matches("\\d+")) {
                    before.put(cells.subList(0, 2), cells);
                }
            }
        }
        Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        writer.write(HEADER);
        writer.flush();
        return new GradeTable(writer, true, before);
    }

    /** Student and lab as the cells of a row have them. */
    private static List<String> key(StudentSubmission submission) {
        return CsvText.cells(
                CsvText.line(List.of(submission.student(), submission.lab())).strip());
    }

    /** The grade of a submission that a row of before has. */
    Optional<JsonNode> kept(StudentSubmission submission) {
        return Optional.ofNullable(before.get(key(submission))).map(cells -> {
            ObjectNode grade = JsonNodeFactory.instance
                    .objectNode()
                    .put("points", Integer.parseInt(cells.get(2)))
                    .put("of", Integer.parseInt(cells.get(3)))
                    .put("graded", cells.get(4));
            if (!cells.get(5).isEmpty()) {
                // The points of each item are not in the table.
                grade.putArray("marks")
                        .addObject()
                        .put("what", "")
                        .put("points", Integer.parseInt(cells.get(2)))
                        .put("of", Integer.parseInt(cells.get(3)))
                        .put("remark", cells.get(5));
            }
            return grade;
        });
    }

    /** Adds a row. */
    void add(GradedSubmission graded) throws IOException {
        List<String> old = before.get(key(graded.submission()));
        writer.write(old == null ? graded.line() : CsvText.line(old));
        writer.flush();
    }

    @Override
    public void close() throws IOException {
        if (isFile) {
            writer.close();
        }
    }
}
