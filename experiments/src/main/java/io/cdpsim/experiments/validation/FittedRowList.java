package io.cdpsim.experiments.validation;

import com.google.common.io.Resources;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.RowPattern;
import io.cdpsim.profile.GpuProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The rows that parameters of a shipped profile were taken from or fitted to. An agreement there says little; the other rows are held
 * out, and an agreement there is a prediction that came true. The list is the resource {@code fitted.txt} beside the rows.
 */
public final class FittedRowList {
    private static final String LIST = "fitted.txt";
    private static final String COMMENT = "#";

    private final List<String> lines;
    private final List<RowPattern> patterns;

    private FittedRowList(List<String> lines) {
        this.lines = lines;
        patterns = lines.stream().map(RowPattern::of).toList();
    }

    /** The list that comes with the program for a profile: for one of which no rows come, that of the H200, from which most takes its timing. */
    public static FittedRowList of(GpuProfile profile) {
        String list = Measurements.folder(profile) + LIST;
        try {
            return of(Resources.readLines(Resources.getResource(FittedRowList.class, list), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A list of lines as in the resource: a file and a row, with {@code *} for any text; lines that begin with # say nothing. */
    static FittedRowList of(List<String> lines) {
        return new FittedRowList(lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
                .toList());
    }

    /** The lines that name rows. */
    List<String> lines() {
        return lines;
    }

    /** Whether a parameter was taken from a row. The folder of its file does not count. */
    public boolean contains(MeasuredRow row) {
        String file = row.file().substring(row.file().lastIndexOf('/') + 1);
        return matches(file + " " + row.name());
    }

    /** Whether a line names a file and a row, written as one text. */
    boolean matches(String fileAndRow) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(fileAndRow));
    }
}
