package io.cdpsim.programs.plan;

import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** The kernels of the tests. */
public final class PtxExamples {
    private PtxExamples() {}

    /** The kernels of kinds.cu. */
    public static Path kinds() {
        return found("kinds.ptx");
    }

    /** The kernels of recursion.cu. */
    public static Path recursion() {
        return found("recursion.ptx");
    }

    /** limits.ptx: two functions that call one another, and a list whose nodes {@code new} makes. */
    public static Path limits() {
        return found("limits.ptx");
    }

    private static Path found(String name) {
        URL found = Objects.requireNonNull(PtxExamples.class.getResource(name));
        try {
            return Path.of(found.toURI());
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new java.io.IOException(e));
        }
    }
}
