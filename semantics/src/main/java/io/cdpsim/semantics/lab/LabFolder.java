package io.cdpsim.semantics.lab;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder in which a lab was put in place.
 *
 * @param folder where
 * @param written the files that were not there before
 * @param kept the files that were there and stay as they are
 */
public record LabFolder(Path folder, List<String> written, List<String> kept) {
    /** Keeps copies. */
    public LabFolder {
        written = List.copyOf(written);
        kept = List.copyOf(kept);
    }

    /** The folder of a lab where none is named. */
    public static Path usual(Lab lab) {
        return Path.of("lab-" + lab.number());
    }

    /**
     * Puts the files of a lab into a folder, which is made if it is not there. A file that is there is never written over.
     *
     * @throws InvalidInputException if something cannot be written
     */
    public static LabFolder start(Lab lab, Path folder) {
        List<String> written = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new InvalidInputException(folder + ": is a file, expected a folder, or none yet");
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be made: " + FileErrors.reason(e));
        }
        for (String name : lab.files()) {
            Path file = folder.resolve(name);
            try {
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    kept.add(name);
                } else {
                    Files.write(file, lab.file(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    written.add(name);
                }
            } catch (IOException e) {
                throw new InvalidInputException(file + ": cannot be written: " + FileErrors.reason(e));
            }
        }
        return new LabFolder(folder, written, kept);
    }
}
