package io.cdpsim.programs.cuda;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The cache key of a build: all its inputs except included files, which only the compiler knows. */
final class BuildKey {
    /** Incremented when the build procedure changes. */
    private static final int WAY = 2;

    private static final int LENGTH = 24;

    private BuildKey() {}

    static String of(CudaBuild build, Path tool, String headers) {
        try {
            Path real = tool.toRealPath();
            Hasher hasher = Hashing.sha256().newHasher().putInt(WAY);
            text(hasher, real.toString());
            // An updated compiler has another size or another time.
            hasher.putLong(Files.size(real))
                    .putLong(Files.getLastModifiedTime(real).toMillis());
            text(hasher, headers);
            hasher.putInt(build.architecture()).putBoolean(build.isCdp1());
            build.options().forEach(each -> text(hasher, each));
            // Messages and reports contain names of files.
            text(hasher, Path.of("").toAbsolutePath().toString());
            for (Path source : build.sources()) {
                text(hasher, source.toString());
                text(hasher, fileHash(source));
            }
            return hasher.hash().toString().substring(0, LENGTH);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "cannot read " + build.sources().get(0) + " or its compiler: " + FileErrors.reason(e));
        }
    }

    private static void text(Hasher hasher, String text) {
        hasher.putInt(text.length()).putString(text, StandardCharsets.UTF_8);
    }

    static String fileHash(Path file) throws IOException {
        return Hashing.sha256().hashBytes(Files.readAllBytes(file)).toString();
    }
}
