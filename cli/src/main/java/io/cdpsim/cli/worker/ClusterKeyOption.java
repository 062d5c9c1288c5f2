package io.cdpsim.cli.worker;

import io.cdpsim.workloads.WorkloadException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the key of a cluster is. Never the key itself: others can read command lines. */
public final class ClusterKeyOption {
    private static final String VARIABLE = "CDPSIM_CLUSTER_KEY";

    @Option(
            names = "--cluster-key",
            paramLabel = "FILE",
            description =
                    "The key that all machines of a cluster have. Default: the file that the environment variable "
                            + VARIABLE + " names, else cdpsim/cluster-key in ~/.config.")
    private @Nullable Path file;

    /**
     * The file that holds it, or will.
     *
     * @throws WorkloadException if nobody says where it is
     */
    public Path file() {
        if (file != null) {
            return file;
        }
        String named = variable(VARIABLE);
        if (!named.isEmpty()) {
            return path(VARIABLE, named);
        }
        String folder = variable("XDG_CONFIG_HOME");
        String home = System.getProperty("user.home", "");
        if (folder.isEmpty() && home.isEmpty()) {
            throw new WorkloadException("found no home folder for the cluster key; give --cluster-key FILE");
        }
        Path config = folder.isEmpty() ? path("HOME", home).resolve(".config") : path("XDG_CONFIG_HOME", folder);
        return config.resolve("cdpsim").resolve("cluster-key");
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }

    private static Path path(String variable, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new WorkloadException(variable + ": found '" + text + "', expected the name of a file");
        }
    }
}
