package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.bench.PublishedBench;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.experiments.validation.row.MeasuredRows;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Measured rows and outcomes, in the order of the files.
 *
 * @param rows measurements
 * @param outcomes counts of launches beyond the limits
 */
public record Measurements(List<MeasuredRow> rows, List<MeasuredOutcome> outcomes) {
    private static final String H200 = "h200/";

    /** The profiles with their own shipped rows, and the folders of these. */
    private static final Map<String, String> FOLDERS = Map.of("h200", H200, "h100-sxm", "h100/");

    /** What the names of devices with shipped rows contain, and their profiles. */
    private static final Map<String, String> BY_DEVICE = Map.of("H200", "h200", "H100 80GB HBM3", "h100-sxm");

    private static final String PUBLISHED = "kepler/kepler.csv";
    private static final String SUFFIX = ".csv";

    public Measurements {
        rows = List.copyOf(rows);
        outcomes = List.copyOf(outcomes);
    }

    /** The folder of a profile's rows; that of the H200 if it has none of its own. */
    static String folder(GpuProfile profile) {
        return FOLDERS.getOrDefault(profile.name(), H200);
    }

    /** The shipped measurements for a profile: of an H100 or an H200, or figures published for boards before CDP2. */
    public static Measurements shippedFor(GpuProfile profile) {
        if (!PublishedBench.isFor(profile)) {
            return shipped(folder(profile));
        }
        List<MeasuredRow> rows = new ArrayList<>();
        try (BufferedReader reader = resource(PUBLISHED)) {
            rows.addAll(MeasuredRows.read(PUBLISHED, reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Measurements(rows, List.of());
    }

    /** The shipped measurements of an H200. */
    public static Measurements shipped() {
        return shipped(H200);
    }

    private static Measurements shipped(String folder) {
        List<MeasuredRow> rows = new ArrayList<>();
        List<MeasuredOutcome> outcomes = new ArrayList<>();
        try (BufferedReader names = resource(folder + "files.txt")) {
            for (String name : names.lines().toList()) {
                try (BufferedReader reader = resource(folder + name)) {
                    MeasuredRows.read(folder + name, reader, rows, outcomes);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Measurements(rows, outcomes);
    }

    private static BufferedReader resource(String name) {
        InputStream in = Measurements.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("resource " + name + " is missing");
        }
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /**
     * Reads every {@code .csv} file of a folder, in the order of their names.
     *
     * @throws InvalidInputException if there is none, one cannot be read, or a row is malformed
     */
    public static Measurements in(Path folder) {
        List<MeasuredRow> rows = new ArrayList<>();
        List<MeasuredOutcome> outcomes = new ArrayList<>();
        for (Path file : files(folder)) {
            String name = String.valueOf(file.getFileName());
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                MeasuredRows.read(name, reader, rows, outcomes);
            } catch (MalformedInputException e) {
                throw new InvalidInputException(
                        file + ": is not UTF-8 text; use the format of docs/evidence/validation.md");
            } catch (IOException e) {
                throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
            }
        }
        if (rows.isEmpty() && outcomes.isEmpty()) {
            throw new InvalidInputException(folder
                    + ": its .csv files hold no rows; docs/evidence/validation.md describes what a row looks like");
        }
        return new Measurements(rows, outcomes);
    }

    /**
     * Reads every {@code .csv} file of a folder as {@link #in} does, by the GPU that the file names in its first line, {@code device,NAME}.
     *
     * @param other the profile of files that name no GPU with a profile of its own
     * @return measurements by profile, in the order of the files
     * @throws InvalidInputException as {@link #in}
     */
    public static Map<String, Measurements> byProfile(Path folder, String other) {
        Measurements all = in(folder);
        Map<String, String> profileOf = new HashMap<>();
        for (Path file : files(folder)) {
            profileOf.put(String.valueOf(file.getFileName()), profile(file, other));
        }
        Map<String, Measurements> parts = new LinkedHashMap<>();
        profileOf.values().stream().distinct().sorted().forEach(profile -> {
            Predicate<String> ofProfile =
                    file -> profileOf.getOrDefault(file, other).equals(profile);
            Measurements part = new Measurements(
                    all.rows.stream().filter(row -> ofProfile.test(row.file())).toList(),
                    all.outcomes.stream()
                            .filter(outcome -> ofProfile.test(outcome.file()))
                            .toList());
            if (!part.rows.isEmpty() || !part.outcomes.isEmpty()) {
                parts.put(profile, part);
            }
        });
        return parts;
    }

    private static String profile(Path file, String other) {
        try (Stream<String> lines = Files.lines(file)) {
            String first = lines.findFirst().orElse("");
            for (Map.Entry<String, String> each : BY_DEVICE.entrySet()) {
                if (first.startsWith("device,") && first.contains(each.getKey())) {
                    return each.getValue();
                }
            }
            return other;
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
        }
    }

    /**
     * The measurements of some benches.
     *
     * @param benches their names; all if empty
     * @throws InvalidInputException if there are none of one of them
     */
    public Measurements of(List<String> benches) {
        if (benches.isEmpty()) {
            return this;
        }
        Set<String> known = new TreeSet<>();
        rows.forEach(row -> known.add(row.bench()));
        outcomes.forEach(outcome -> known.add(outcome.bench()));
        for (String bench : benches) {
            if (!known.contains(bench)) {
                throw new InvalidInputException("--bench " + bench + ": there are no such rows; "
                        + SimilarName.of(bench, known)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("expected one of " + String.join(", ", known)));
            }
        }
        return new Measurements(
                rows.stream().filter(row -> benches.contains(row.bench())).toList(),
                outcomes.stream()
                        .filter(outcome -> benches.contains(outcome.bench()))
                        .toList());
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(folder + ": is not a folder; name one with .csv files of measurements");
        }
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new InvalidInputException(folder + ": holds no .csv file; give a folder with measurements");
            }
            return files;
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be listed: " + FileErrors.reason(e));
        }
    }
}
