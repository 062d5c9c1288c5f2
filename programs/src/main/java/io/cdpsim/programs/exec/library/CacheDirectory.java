package io.cdpsim.programs.exec.library;

import java.nio.file.Path;

/** The directory that keeps built files from run to run. */
public final class CacheDirectory {
    /** The system property in which the launcher passes its own cache directory. */
    private static final String PROPERTY = "cdpsim.cache";

    private CacheDirectory() {}

    /** The launcher's directory; without a launcher, the user's cache directory. */
    public static Path path() {
        String given = System.getProperty(PROPERTY);
        if (given != null && !given.isEmpty()) {
            return Path.of(given);
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        return caches == null || caches.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "cdpsim")
                : Path.of(caches, "cdpsim");
    }
}
