package io.cdpsim.workloads.plan;

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
        URL found = Objects.requireNonNull(PtxExamples.class.getResource("kinds.ptx"));
        try {
            return Path.of(found.toURI());
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new java.io.IOException(e));
        }
    }
}
