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

/**
 * A submission of a lab.
 *
 * @param student name of the student's folder
 * @param lab the number in the sheet of answers
 * @param folder with the files
 */
record StudentSubmission(String student, int lab, Path folder) {
    private static final Pattern NUMBER = Pattern.compile("(?m)^lab:\\s*(\\d{1,3})\\s*$");
    private static final long MOST_BYTES = 1 << 16;

    /** All submissions in a folder with one folder for each student, sorted by name. */
    static List<StudentSubmission> below(Path folder) {
        List<StudentSubmission> found = new ArrayList<>();
        for (Path student : folders(folder)) {
            add(student, student, found);
            for (Path lab : folders(student)) {
                add(student, lab, found);
            }
        }
        return found;
    }

    private static void add(Path student, Path folder, List<StudentSubmission> found) {
        Path sheet = folder.resolve(Lab.ANSWERS);
        try {
            if (Files.isRegularFile(sheet, LinkOption.NOFOLLOW_LINKS) && Files.size(sheet) <= MOST_BYTES) {
                Matcher number = NUMBER.matcher(new String(Files.readAllBytes(sheet), StandardCharsets.UTF_8));
                if (number.find()) {
                    found.add(new StudentSubmission(
                            String.valueOf(student.getFileName()), Integer.parseInt(number.group(1)), folder));
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException(sheet + ": cannot be read: " + FileErrors.reason(e));
        }
    }

    private static List<Path> folders(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new InvalidInputException(folder + ": cannot be read: " + FileErrors.reason(e));
        }
    }
}
