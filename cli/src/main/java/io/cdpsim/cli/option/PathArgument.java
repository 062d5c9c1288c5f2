package io.cdpsim.cli.option;

import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Names of files on the command line. */
public final class PathArgument {
    private PathArgument() {}

    /**
     * The file of a name.
     *
     * @param expected the expected kind, such as {@code "a file"}
     * @throws InvalidInputException if the name has a character that no file name has
     */
    public static Path of(String name, String expected) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("found '" + name + "', expected the name of " + expected);
        }
    }
}
