package io.cdpsim.semantics.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files of the labs, which lie in the documentation and are packed among the program's resources. */
final class LabResources {
    private LabResources() {}

    /** The bytes of a file, by its path below the folder of the labs. */
    static byte[] bytes(String path) {
        try (InputStream in = LabResources.class.getResourceAsStream("material/" + path)) {
            if (in == null) {
                throw new IllegalStateException("labs/" + path + " is not among the resources");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same as text. */
    static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }
}
