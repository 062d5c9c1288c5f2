package io.cdpsim.semantics.lab;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The labs of this distribution. The build packs the folder {@code labs} into the resources. */
public final class LabCatalog {
    private LabCatalog() {}

    private static List<String> names() {
        return new String(resource("labs.txt"), StandardCharsets.UTF_8).lines().toList();
    }

    /** All labs, by number. */
    public static List<Lab> labs() {
        return names().stream().map(Lab::load).toList();
    }

    /**
     * The lab with a number.
     *
     * @throws InvalidInputException if there is none
     */
    public static Lab lab(int number) {
        List<String> names = names();
        if (number < 1 || number > names.size()) {
            throw new InvalidInputException("there is no lab " + number + ", expected 1 to " + names.size());
        }
        return Lab.load(names.get(number - 1));
    }

    /** The content of a file, by its path below {@code labs}. */
    static byte[] resource(String path) {
        return find(path).orElseThrow(() -> new IllegalStateException("labs/" + path + " is not among the resources"));
    }

    /** The content of a file that a lab may lack. */
    static Optional<byte[]> find(String path) {
        try (InputStream in = LabCatalog.class.getResourceAsStream("material/" + path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
