package io.cdpsim.semantics.lab.sandbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds the sandbox of a computer. */
public final class SandboxFinder {
    /**
     * The environment variable that says, with the value {@code container}, that the whole program runs in a container made for it and may run
     * programs of others there. The image of the labs sets it.
     */
    public static final String VARIABLE = "CDPSIM_SANDBOX";

    private static final String CONTAINER = "container";

    private SandboxFinder() {}

    /** What to say where there is none. */
    public static String missing() {
        return "a submission is a program of somebody else and is run in a sandbox alone: install bubblewrap (Debian,"
                + " Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap), use the container image of the labs,"
                + " grade its PTX with --ptx, which runs no native code, or say --trust if you know it to be harmless";
    }

    /** No sandbox: the user trusts what is run. */
    public static Sandbox trusting() {
        return new Contained("trusted");
    }

    /**
     * The sandbox to take.
     *
     * @param environment of this process
     * @return empty if there is none
     */
    public static Optional<Sandbox> find(Map<String, String> environment) {
        if (CONTAINER.equals(environment.get(VARIABLE))) {
            return Optional.of(new Contained(CONTAINER));
        }
        return onPath("bwrap", Objects.requireNonNullElse(environment.get("PATH"), ""))
                .filter(Bubblewrap::works)
                .map(Bubblewrap::new);
    }

    private static Optional<Path> onPath(String name, String path) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            try {
                Path file = Path.of(folder).resolve(name);
                if (!folder.isEmpty() && Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            } catch (InvalidPathException e) {
                // A shell passes over it, too.
            }
        }
        return Optional.empty();
    }
}
