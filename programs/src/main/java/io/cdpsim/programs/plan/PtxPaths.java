package io.cdpsim.programs.plan;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * PTX files, written as in a class path.
 *
 * @param files at least one
 */
public record PtxPaths(List<Path> files) {
    public PtxPaths {
        files = List.copyOf(files);
    }

    /**
     * Parses the text of {@link #toString}.
     *
     * @throws IllegalArgumentException if a name is not a valid path
     */
    public static PtxPaths parse(String text) {
        List<Path> files = new ArrayList<>();
        for (String each : text.split(File.pathSeparator, -1)) {
            try {
                files.add(Path.of(each));
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException("found '" + each + "', expected the name of a file");
            }
        }
        return new PtxPaths(files);
    }

    @Override
    public String toString() {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
