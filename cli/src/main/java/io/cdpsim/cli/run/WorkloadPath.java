package io.cdpsim.cli.run;

import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads workloads of other projects from the environment variable {@code CDPSIM_WORKLOADS}, documented in docs/develop/workloads.md. */
public final class WorkloadPath {
    /** The variable: JAR files and folders of classes, separated as in a class path. */
    public static final String VARIABLE = "CDPSIM_WORKLOADS";

    private WorkloadPath() {}

    /**
     * The workloads that come with CDPSim, and those of a path.
     *
     * @param path the value of the variable; {@code null} if it is not set
     * @throws InvalidInputException if an entry is not there, or its workloads cannot be loaded
     */
    @SuppressWarnings("resource") // open while the program runs, since classes are loaded on first use
    public static Workloads load(@Nullable String path) {
        List<URL> entries = path == null ? List.of() : entries(path);
        ClassLoader own = Workloads.class.getClassLoader();
        return Workloads.installed(
                entries.isEmpty() ? own : new URLClassLoader("workloads", entries.toArray(URL[]::new), own));
    }

    private static List<URL> entries(String path) {
        List<URL> entries = new ArrayList<>();
        for (String each : path.split(File.pathSeparator, -1)) {
            if (!each.isEmpty()) {
                entries.add(url(each));
            }
        }
        return entries;
    }

    private static URL url(String entry) {
        try {
            Path file = Path.of(entry);
            if (Files.isReadable(file)) {
                return file.toUri().toURL();
            }
        } catch (InvalidPathException | MalformedURLException e) {
            // Reported below, as a file that is not there.
        }
        throw new InvalidInputException(VARIABLE + " names '" + entry
                + "', which does not exist or cannot be read; give JAR files or folders of classes, separated by '"
                + File.pathSeparator + "'");
    }
}
