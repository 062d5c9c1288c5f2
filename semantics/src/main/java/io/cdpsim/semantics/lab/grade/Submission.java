package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of a student's work.
 *
 * @param kernels the kernels as CUDA C++
 * @param ptx the kernels as PTX
 * @param answers the answer sheet
 */
public record Submission(Optional<Path> kernels, Optional<Path> ptx, Optional<Path> answers) {
    private static final long MAX_BYTES = 1 << 20;

    /** The files of a folder that have the names of the lab. */
    public static Submission in(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(folder + ": there is no such folder; 'cdpsim lab start' creates one");
        }
        Submission found = new Submission(
                present(folder.resolve(Lab.KERNELS)),
                present(folder.resolve(Lab.PTX)),
                present(folder.resolve(Lab.ANSWERS)));
        if (found.kernels.isEmpty() && found.ptx.isEmpty() && found.answers.isEmpty()) {
            throw new InvalidInputException(
                    folder + ": contains none of " + Lab.KERNELS + ", " + Lab.PTX + " and " + Lab.ANSWERS);
        }
        return found;
    }

    /**
     * A submission of these files, which their extensions distinguish.
     *
     * @throws InvalidInputException if a file has another extension, or two have the same
     */
    public static Submission of(List<Path> files) {
        Submission found = new Submission(Optional.empty(), Optional.empty(), Optional.empty());
        for (Path file : files) {
            String name = file.toString();
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new InvalidInputException(file + ": there is no such file; check the name");
            }
            if (name.endsWith(".cu") && found.kernels.isEmpty()) {
                found = new Submission(Optional.of(file), found.ptx, found.answers);
            } else if (name.endsWith(".ptx") && found.ptx.isEmpty()) {
                found = new Submission(found.kernels, Optional.of(file), found.answers);
            } else if (name.endsWith(".yaml") && found.answers.isEmpty()) {
                found = new Submission(found.kernels, found.ptx, Optional.of(file));
            } else {
                throw new InvalidInputException("found " + file
                        + ", expected at most one .cu file, one .ptx file and one .yaml file with answers");
            }
        }
        return found;
    }

    private static Optional<Path> present(Path file) {
        return Optional.of(file).filter(each -> Files.exists(each, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * The text of a file of a submission.
     *
     * @throws InvalidInputException if the file is a link, is larger than 1 MiB, or is not text
     */
    static String text(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new InvalidInputException(file + ": is a link or not a regular file, expected a regular file");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(file + ": is larger than 1 MiB, shorten it");
            }
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + FileErrors.reason(e));
        }
        return FileErrors.textOf(file, "text");
    }
}
