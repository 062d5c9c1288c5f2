package io.cdpsim.workloads.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What clang says of a source that has been through the preprocessor: places are right, as the preprocessor noted them, but the lines that
 * clang would show are not the user's. They are taken from the user's files instead.
 */
final class Diagnostics {
    private final Map<String, List<String>> files = new HashMap<>();

    private Diagnostics() {}

    /**
     * Runs clang.
     *
     * @throws CompileException if it refuses the source
     */
    static void run(List<String> command, Path source) {
        List<String> quiet = new ArrayList<>(command);
        quiet.add("-fno-caret-diagnostics");
        // Names that are only declared for decltype.
        quiet.add("-Wno-undefined-internal");
        quiet.add("-Wno-undefined-inline");
        ToolRun run = ToolRun.of(quiet);
        if (run.exitCode() != 0) {
            throw new CompileException(new Diagnostics().withLines(run.said().strip(), source));
        }
    }

    private String withLines(String said, Path source) {
        List<String> lines = new ArrayList<>();
        for (String line : said.lines().toList()) {
            if (line.startsWith("In file included from <built-in>")) {
                continue;
            }
            lines.add(line.replace("__host__ __device__ function", "kernel or __host__ __device__ function"));
            String shown = shown(line);
            if (!shown.isEmpty()) {
                lines.add("    " + shown);
            }
        }
        return lines.isEmpty() ? source + " does not compile" : String.join("\n", lines);
    }

    /** The line that a message {@code file:line:column: ...} is about; empty for any other. */
    private String shown(String message) {
        int first = message.indexOf(':');
        int second = message.indexOf(':', first + 1);
        int third = message.indexOf(':', second + 1);
        if (first <= 0 || third < 0) {
            return "";
        }
        String number = message.substring(first + 1, second);
        if (number.isEmpty() || number.length() > 8 || !number.chars().allMatch(Character::isDigit)) {
            return "";
        }
        List<String> lines = files.computeIfAbsent(message.substring(0, first), Diagnostics::lines);
        int line = Integer.parseInt(number);
        return line >= 1 && line <= lines.size() ? lines.get(line - 1).strip() : "";
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }
}
