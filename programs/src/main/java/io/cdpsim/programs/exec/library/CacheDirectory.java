package io.cdpsim.programs.exec.library;

import java.nio.file.Path;

/** Where things that were built are kept from run to run. */
public final class CacheDirectory {
    /** Set by the launcher to the folder in which it keeps its own. */
    private static final String PROPERTY = "cdpsim.cache";

    private CacheDirectory() {}

    /** The launcher's folder; without a launcher, the user's for such things. */
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
