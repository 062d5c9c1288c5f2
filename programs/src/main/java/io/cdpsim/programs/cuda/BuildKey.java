package io.cdpsim.programs.cuda;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The cache key of a build: all its inputs except included files, which only the compiler knows. */
final class BuildKey {
    /** Incremented when the build procedure changes. */
    private static final int WAY = 2;

    private static final int LENGTH = 24;
    private static final long SETTLED_MILLIS = 3_000;
    private static final Map<Path, HashedFile> HASHED = new ConcurrentHashMap<>();

    /** What changes with the content of a file. */
    private record FileState(long bytes, FileTime modified, String key) {}

    private record HashedFile(FileState state, String hash) {}

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

    /** The hash of a file's content, calculated again only for a file that has changed: all programs include the same hundreds of headers. */
    static String fileHash(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        FileState state = new FileState(now.size(), now.lastModifiedTime(), Objects.toString(now.fileKey()));
        Path absolute = file.toAbsolutePath();
        HashedFile known = HASHED.get(absolute);
        if (known != null && known.state.equals(state)) {
            return known.hash;
        }
        long begin = System.currentTimeMillis();
        String hash = Hashing.sha256().hashBytes(Files.readAllBytes(file)).toString();
        // A file that has only just changed can change again at the same time by the clock of the file system.
        if (state.modified.toMillis() < begin - SETTLED_MILLIS) {
            HASHED.put(absolute, new HashedFile(state, hash));
        }
        return hash;
    }
}
