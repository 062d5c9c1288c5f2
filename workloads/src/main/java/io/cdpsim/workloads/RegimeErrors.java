package io.cdpsim.workloads;

import com.google.common.io.Resources;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The errors of each regime, from a simulation of all rows that ship: the resource {@code regimes.tsv}, which {@code cdpsim validate --regimes}
 * writes.
 *
 * @param lines the regimes, each with its GPU
 */
public record RegimeErrors(List<Line> lines) {
    private static final String SHIPPED = "regimes.tsv";
    private static final String COMMENT = "#";
    private static final String COLUMNS =
            "profile\tbench\twhat\tpool\tsize\trows\tfitted\tmean\tmedian\tp90\twithin25\tmeasured";
    private static final int COUNT = COLUMNS.split("\t").length;

    public RegimeErrors {
        lines = List.copyOf(lines);
    }

    /**
     * The errors of a regime.
     *
     * @param profile the GPU
     * @param regime the measured regime
     * @param errors the errors of the model there
     * @param measured a checksum of the names and medians of the rows, which detects other rows
     */
    public record Line(String profile, MeasuredRegime regime, ErrorStatistics errors, String measured) {
        private static Line read(String text) {
            String[] cells = text.split("\t", -1);
            if (cells.length != COUNT) {
                throw new IllegalArgumentException("not " + COUNT + " columns: " + text);
            }
            return new Line(
                    cells[0],
                    new MeasuredRegime(cells[1], cells[2], cells[3], cells[4]),
                    new ErrorStatistics(
                            Integer.parseInt(cells[5]),
                            Integer.parseInt(cells[6]),
                            Double.parseDouble(cells[7]),
                            Double.parseDouble(cells[8]),
                            Double.parseDouble(cells[9]),
                            Integer.parseInt(cells[10])),
                    cells[11]);
        }

        private String write() {
            return String.join(
                    "\t",
                    profile,
                    regime.bench(),
                    regime.what(),
                    regime.pool(),
                    regime.size(),
                    Integer.toString(errors.rows()),
                    Integer.toString(errors.fitted()),
                    Double.toString(errors.mean()),
                    Double.toString(errors.median()),
                    Double.toString(errors.p90()),
                    Integer.toString(errors.within25()),
                    measured);
        }
    }

    /** The errors that ship with the program. */
    public static RegimeErrors shipped() {
        try {
            List<String> text =
                    Resources.readLines(Resources.getResource(RegimeErrors.class, SHIPPED), StandardCharsets.UTF_8);
            List<Line> lines = new ArrayList<>();
            for (String each : text) {
                if (!each.startsWith(COMMENT) && !each.equals(COLUMNS)) {
                    lines.add(Line.read(each));
                }
            }
            return new RegimeErrors(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The text of the resource.
     *
     * @param version the program version that simulated the rows
     */
    public String text(String version) {
        StringBuilder text = new StringBuilder();
        text.append("# Errors by regime, made by cdpsim validate --regimes, version ")
                .append(version)
                .append('\n')
                .append(COLUMNS)
                .append('\n');
        lines.forEach(each -> text.append(each.write()).append('\n'));
        return text.toString();
    }

    /**
     * How accurate the time of a run on a GPU is.
     *
     * @param like the measured regime that the run is like; empty if none was measured
     */
    public TimeAccuracy trust(GpuProfile profile, Optional<RegimeMatch> like) {
        Optional<Line> line = like.flatMap(known -> lines.stream()
                .filter(each ->
                        each.profile().equals(profile.name()) && each.regime().equals(known.regime()))
                .findFirst());
        if (line.isEmpty()) {
            boolean measured = lines.stream().anyMatch(each -> each.profile().equals(profile.name()));
            return TimeAccuracy.none(profile.name(), measured);
        }
        RegimeMatch known = like.get().unless(isShipped(profile), "a changed profile");
        return new TimeAccuracy(
                profile.name(), true, true, Optional.of(known.regime()), line.map(Line::errors), known.differences());
    }

    /** Whether all fields equal those of the measured profile. */
    private static boolean isShipped(GpuProfile profile) {
        return Profiles.names().contains(profile.name())
                && Profiles.load(profile.name()).equals(profile);
    }
}
