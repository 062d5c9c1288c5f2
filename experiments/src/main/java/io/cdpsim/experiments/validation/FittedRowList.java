package io.cdpsim.experiments.validation;

import com.google.common.io.Resources;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRow.RowPattern;
import io.cdpsim.profile.GpuProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The rows that parameters of a shipped profile come from or were fitted to. Agreement there says little; the other rows are held out, and agreement
 * there is a confirmed prediction. The list is the resource {@code fitted.txt} beside the rows.
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

    /** The shipped list of a profile: that of the H200, the source of most timing, for a profile without rows. */
    public static FittedRowList of(GpuProfile profile) {
        String list = Measurements.folder(profile) + LIST;
        try {
            return of(Resources.readLines(Resources.getResource(FittedRowList.class, list), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses a list: a file and a row per line, with {@code *} for any text; {@code #} starts a comment line. */
    static FittedRowList of(List<String> lines) {
        return new FittedRowList(lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
                .toList());
    }

    /** The lines with rows. */
    List<String> lines() {
        return lines;
    }

    /** Whether a parameter comes from a row. The folder of its file is ignored. */
    public boolean contains(MeasuredRow row) {
        String file = row.file().substring(row.file().lastIndexOf('/') + 1);
        return matches(file + " " + row.name());
    }

    /** Whether a line matches a file and a row, written as one text. */
    boolean matches(String fileAndRow) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(fileAndRow));
    }
}
