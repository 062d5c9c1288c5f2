package io.cdpsim.cli.output;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file as a whole or not at all: the text goes to a file beside it, which then takes its name. */
public final class AtomicFile {
    private AtomicFile() {}

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /** Whether a file of that name can be made: its folder is there and may be written to. */
    public static boolean canBeWritten(Path file) {
        return !Files.isDirectory(file) && Files.isDirectory(folder(file)) && Files.isWritable(folder(file));
    }

    /**
     * Writes the text.
     *
     * @return what went wrong, or an empty text
     */
    public static String write(Path file, String text) {
        Path beside = folder(file).resolve("." + file.getFileName() + ".part");
        try {
            Files.writeString(beside, text);
            try {
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return "";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
