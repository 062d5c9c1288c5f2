package io.cdpsim.workloads;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Explains why a file cannot be read or written. The messages of Java's exceptions often contain only its name. */
public final class FileErrors {
    private FileErrors() {}

    /** The reason in a few words, without the name of the file. */
    public static String reason(IOException problem) {
        if (problem instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (problem instanceof AccessDeniedException) {
            return "its permissions do not allow it";
        }
        if (problem instanceof FileSystemLoopException) {
            return "its symbolic links lead in a circle";
        }
        String reason = problem instanceof FileSystemException file ? file.getReason() : problem.getMessage();
        return reason == null || reason.isBlank() ? problem.getClass().getSimpleName() : reason;
    }

    /**
     * The text of a file.
     *
     * @param expected what the file should be, for the message
     * @throws InvalidInputException if it cannot be read, or is not UTF-8
     */
    public static String textOf(Path file, String expected) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new InvalidInputException(file + ": is not UTF-8, expected " + expected);
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + reason(e));
        }
    }
}
