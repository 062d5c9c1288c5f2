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
 * A folder with the files of a lab.
 *
 * @param folder the folder
 * @param written the names of the new files
 * @param kept the names of the files that existed before and are unchanged
 */
public record LabFolder(Path folder, List<String> written, List<String> kept) {
    public LabFolder {
        written = List.copyOf(written);
        kept = List.copyOf(kept);
    }

    /** The default folder of a lab, relative to the working directory. */
    public static Path defaultPath(Lab lab) {
        return Path.of("lab-" + lab.number());
    }

    /**
     * Writes the files of a lab to a folder and creates the folder if necessary. Never overwrites a file.
     *
     * @param student the name that the numbers of the questions are drawn from; empty for the original ones
     * @throws InvalidInputException if a file or the folder cannot be written
     */
    public static LabFolder start(Lab lab, Path folder, String student) {
        List<String> written = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new InvalidInputException(folder + ": is a file, expected a folder or a new name");
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be created: " + FileErrors.reason(e));
        }
        for (String name : lab.files()) {
            Path file = folder.resolve(name);
            try {
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    kept.add(name);
                } else {
                    Files.write(file, lab.file(name, student), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    written.add(name);
                }
            } catch (IOException e) {
                throw new InvalidInputException(file + ": cannot be written: " + FileErrors.reason(e));
            }
        }
        return new LabFolder(folder, written, kept);
    }
}
