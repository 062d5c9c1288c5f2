package io.cdpsim.programs.cuda;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The headers for clang, written to a folder where it can read them. */
final class CudaHeaders {
    private static final String LIST = "headers.txt";
    private static final int HASH_LENGTH = 16;

    private CudaHeaders() {}

    /** The names of all headers, as sources include them. */
    static List<String> names() {
        return new String(bytes(LIST), StandardCharsets.UTF_8)
                .lines()
                .filter(each -> !each.isBlank())
                .toList();
    }

    /** A hash of all headers. */
    static String hash() {
        Hasher hasher = Hashing.sha256().newHasher();
        for (String name : names()) {
            hasher.putString(name, StandardCharsets.UTF_8).putBytes(bytes("include/" + name));
        }
        return hasher.hash().toString().substring(0, HASH_LENGTH);
    }

    /** The folder of all headers; written on first use. */
    static Path folder(Path kept) {
        Path folder = kept.resolve("cuda-headers-" + hash());
        try {
            for (String name : names()) {
                Path file = folder.resolve(name);
                if (!Files.exists(file)) {
                    Files.createDirectories(file.getParent());
                    Path fresh = Files.createTempFile(file.getParent(), ".new", "");
                    Files.write(fresh, bytes("include/" + name));
                    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot keep headers in " + folder + ": " + FileErrors.reason(e));
        }
        return folder;
    }

    private static byte[] bytes(String name) {
        try (InputStream in = CudaHeaders.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not among the classes");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
