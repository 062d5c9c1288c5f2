package io.cdpsim.cli.doctor;

import io.cdpsim.programs.cuda.CompilerSearch;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs on the search path, and the versions that they print. */
final class ToolVersions {
    private static final File DEV_NULL = new File("/dev/null");
    private static final long TIMEOUT_SECONDS = 10;
    private static final int MOST_BYTES = 1 << 14;
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    private final CompilerSearch search;

    /** @param path as the variable {@code PATH} */
    ToolVersions(String path) {
        search = new CompilerSearch(path);
    }

    /** The first of the programs that is on the path. */
    Optional<Path> find(List<String> names) {
        return names.stream().map(search::named).flatMap(Optional::stream).findFirst();
    }

    /** The clang that a build would use. */
    Optional<Path> clang() {
        return search.clang();
    }

    /** The version and the path of a program. */
    static String versionAndPath(Path tool) {
        String version = version(tool);
        return version.isEmpty() ? tool.toString() : version + ", " + tool;
    }

    /** The first number with a dot in the output of {@code --version}; empty if there is none. */
    private static String version(Path tool) {
        try {
            Process process = new ProcessBuilder(tool.toString(), "--version")
                    .redirectInput(DEV_NULL)
                    .redirectErrorStream(true)
                    .start();
            try (InputStream in = process.getInputStream()) {
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    return "";
                }
                // nvcc prints its release in the fourth line, after a year.
                String said = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
                int release = said.indexOf("release ");
                Matcher number = VERSION.matcher(said);
                return number.find(Math.max(0, release)) ? number.group() : "";
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
