package io.cdpsim.cli.step;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import io.cdpsim.programs.exec.fatbinary.FatBinaryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that the instructions of a run come from, the user's source and PTX, by the names that places of instructions have for them. */
final class ProgramText {
    private static final Pattern PLACE = Pattern.compile("(.*):(\\d{1,9})");

    /** Source files only: places come from the input, which must not make this show other files. */
    private static final Pattern SOURCE = Pattern.compile(".*\\.(cuh?|hpp|cpp|cc|h|c|py|rs)");

    private static final Pattern UNIT = Pattern.compile("(.*), unit (\\d{1,3})");
    private static final long MOST_BYTES = 4L << 20;

    private final Map<String, List<String>> sources = new LinkedHashMap<>();
    private final Map<String, List<String>> ptx = new LinkedHashMap<>();
    private final ComputeCapability device;

    /**
     * Reads the texts.
     *
     * @param device the GPU, which decides which PTX of an executable runs
     */
    ProgramText(List<Kernel> kernels, ComputeCapability device) {
        this.device = device;
        for (Kernel kernel : kernels) {
            for (Instruction each : kernel.code()) {
                SourcePlace place = each.source();
                if (place.ptxLine() > 0) {
                    ptx.computeIfAbsent(place.ptx(), this::ptxOf);
                }
                String file = file(place);
                if (!file.isEmpty()) {
                    sources.computeIfAbsent(file, name -> sourceOf(name, place.ptx()));
                }
            }
        }
        sources.values().removeIf(List::isEmpty);
        ptx.values().removeIf(List::isEmpty);
    }

    /** The lines of a source: by its name, or beside the PTX text that was made of it. */
    private static List<String> sourceOf(String name, String ptx) {
        if (!SOURCE.matcher(name).matches()) {
            return List.of();
        }
        Path file = Path.of(name);
        List<String> lines = lines(file);
        return lines.isEmpty() && ptx.endsWith(".ptx")
                ? lines(Path.of(ptx)
                        .resolveSibling(Objects.requireNonNull(file.getFileName(), "a name that is not empty")))
                : lines;
    }

    /** The name of the source file of a place; empty if it is not in one. */
    static String file(SourcePlace place) {
        Matcher found = PLACE.matcher(place.words());
        return found.matches() && !found.group(1).equals(place.ptx()) ? found.group(1) : "";
    }

    /** The line in the source file of a place; 0 if it is not in one. */
    static int line(SourcePlace place) {
        Matcher found = PLACE.matcher(place.words());
        return found.matches() && !found.group(1).equals(place.ptx()) ? Integer.parseInt(found.group(2)) : 0;
    }

    /** The lines of each source file that could be read. */
    Map<String, List<String>> sources() {
        return sources;
    }

    /** The lines of each PTX text that could be read. */
    Map<String, List<String>> ptx() {
        return ptx;
    }

    /** A line of a text; empty if it could not be read. */
    static String line(Map<String, List<String>> texts, String name, int line) {
        List<String> lines = texts.getOrDefault(name, List.of());
        return line >= 1 && line <= lines.size() ? lines.get(line - 1).strip().replace('\t', ' ') : "";
    }

    private List<String> ptxOf(String name) {
        if (name.endsWith(".ptx")) {
            return lines(Path.of(name));
        }
        Matcher unit = UNIT.matcher(name);
        boolean isUnit = unit.matches();
        Path file = Path.of(isUnit ? unit.group(1) : name);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            List<PtxUnit> units = CudaExecutable.open(file).ptx(device);
            int index = isUnit ? Integer.parseInt(unit.group(2)) - 1 : 0;
            return index < units.size()
                    ? new String(units.get(index).ptx(), StandardCharsets.UTF_8)
                            .lines()
                            .toList()
                    : List.of();
        } catch (FatBinaryException e) {
            // The file is not an executable: the place in it is all there is.
            return List.of();
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
                    ? new ArrayList<>(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                            .lines()
                            .toList())
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
