package io.cdpsim.cli.lab;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A submission of a lab, or what a student's folder holds in place of one.
 *
 * @param student name of the student's folder
 * @param lab the number in the sheet of answers; empty if there is none
 * @param folder with the files
 * @param problem the reason why it cannot be graded; empty if nothing is known against it
 */
record StudentSubmission(String student, String lab, Path folder, String problem) {
    /** A folder of Moodle's "Download all submissions": full name, number of the participant, plugin. */
    static final Pattern MOODLE_FOLDER = Pattern.compile("(.+)_(\\d+)_assignsubmission_[a-z]+_?");

    private static final Pattern NUMBER = Pattern.compile("(?m)^lab:\\s*(\\d{1,3})\\s*$");
    private static final int MAX_DEPTH = 3;
    private static final long MOST_BYTES = 1 << 16;

    /**
     * The submissions in a folder with one folder for each student, sorted by name. Each student has one at least, unless a lab is chosen and
     * all are of others.
     *
     * @param lab the number of the only lab, which a sheet need not name; null for all
     * @throws InvalidInputException if the folder cannot be read
     */
    static List<StudentSubmission> below(Path folder, @Nullable Integer lab) {
        List<StudentSubmission> found = new ArrayList<>();
        try {
            for (Path student : folders(folder)) {
                found.addAll(of(student, lab));
            }
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be read: " + FileErrors.reason(e));
        }
        return found;
    }

    /** The name of the student: that of the folder, without what Moodle appends. */
    String name() {
        Matcher exported = MOODLE_FOLDER.matcher(student);
        return exported.matches() ? exported.group(1) : student;
    }

    private static List<StudentSubmission> of(Path student, @Nullable Integer lab) {
        String name = String.valueOf(student.getFileName());
        List<StudentSubmission> found = new ArrayList<>();
        String problem = "no folder in it holds " + Lab.ANSWERS;
        try {
            if (Files.isSymbolicLink(student)) {
                problem = "is a symbolic link, which is not followed";
            } else {
                for (Path each : below(student)) {
                    if (isSubmission(each)) {
                        found.add(read(name, each, lab));
                    }
                }
                if (lab != null && !found.isEmpty()) {
                    return found.stream()
                            .filter(each -> each.lab.isEmpty() || each.lab.equals(lab.toString()))
                            .toList();
                }
            }
        } catch (IOException e) {
            problem = "cannot be read: " + FileErrors.reason(e);
        }
        return found.isEmpty() ? List.of(new StudentSubmission(name, "", student, problem)) : found;
    }

    /** A folder and those in it, as deep as learning platforms and unpacked archives nest them. */
    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder, MAX_DEPTH)) {
            return all.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .filter(each -> !String.valueOf(each.getFileName()).matches("\\..*|__MACOSX"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isSubmission(Path folder) {
        return Stream.of(Lab.ANSWERS, Lab.KERNELS, Lab.PTX)
                .anyMatch(each -> Files.exists(folder.resolve(each), LinkOption.NOFOLLOW_LINKS));
    }

    private static StudentSubmission read(String student, Path folder, @Nullable Integer lab) {
        Path sheet = folder.resolve(Lab.ANSWERS);
        String problem;
        try {
            if (!Files.exists(sheet, LinkOption.NOFOLLOW_LINKS)) {
                if (lab != null) {
                    return new StudentSubmission(student, lab.toString(), folder, "");
                }
                problem = "lacks " + Lab.ANSWERS + "; --lab N states which lab it is";
            } else if (!Files.isRegularFile(sheet, LinkOption.NOFOLLOW_LINKS)) {
                problem = Lab.ANSWERS + " is not a regular file";
            } else if (Files.size(sheet) > MOST_BYTES) {
                problem = Lab.ANSWERS + " has more than " + MOST_BYTES + " bytes";
            } else {
                Matcher number = NUMBER.matcher(new String(Files.readAllBytes(sheet), StandardCharsets.UTF_8));
                if (number.find()) {
                    return new StudentSubmission(student, number.group(1), folder, "");
                }
                if (lab != null) {
                    return new StudentSubmission(student, lab.toString(), folder, "");
                }
                problem = Lab.ANSWERS + " has no line 'lab: N' with the number of its lab";
            }
        } catch (IOException e) {
            problem = Lab.ANSWERS + " cannot be read: " + FileErrors.reason(e);
        }
        return new StudentSubmission(student, "", folder, folder.getFileName() + ": " + problem);
    }

    /** The folders in a folder, links among them. */
    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }
}
