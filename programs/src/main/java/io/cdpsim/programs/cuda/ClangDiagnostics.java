package io.cdpsim.programs.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Diagnostics of clang about a preprocessed source: their positions are correct, since the preprocessor records them, but clang would quote rewritten
 * lines. The quotes come from the user's files instead; columns in rewritten lines are left out.
 */
final class ClangDiagnostics {
    private final Map<String, List<String>> files = new HashMap<>();

    private ClangDiagnostics() {}

    /**
     * Runs clang.
     *
     * @throws CompileException if it rejects the source
     */
    static void run(List<String> command, Path source) {
        List<String> quiet = new ArrayList<>(command);
        quiet.add("-fno-caret-diagnostics");
        // Names that are only declared for decltype.
        quiet.add("-Wno-undefined-internal");
        quiet.add("-Wno-undefined-inline");
        CompilerRun run = CompilerRun.of(quiet);
        if (run.exitCode() != 0) {
            throw new CompileException(
                    new ClangDiagnostics().withLines(run.said().strip(), source));
        }
    }

    private String withLines(String said, Path source) {
        List<String> lines = new ArrayList<>();
        for (String line : said.lines().toList()) {
            if (!line.startsWith("In file included from <built-in>")) {
                add(line.replace("__host__ __device__ function", "kernel or __host__ __device__ function"), lines);
            }
        }
        return lines.isEmpty() ? source + " does not compile" : String.join("\n", lines);
    }

    /** Adds a message; after one with a position, {@code file:line:column: ...}, the source line. */
    private void add(String message, List<String> into) {
        int first = message.indexOf(':');
        int second = message.indexOf(':', first + 1);
        int third = second < 0 ? -1 : message.indexOf(':', second + 1);
        String shown =
                first > 0 && third > 0 ? line(message.substring(0, first), message.substring(first + 1, second)) : "";
        boolean isRewritten = shown.contains("__global__") || shown.contains("<<<") || shown.contains("asm");
        into.add(isRewritten ? message.substring(0, second) + message.substring(third) : message);
        if (!shown.isBlank()) {
            into.add("    " + shown.strip());
        }
    }

    private String line(String file, String number) {
        if (number.isEmpty() || number.length() > 8 || !number.chars().allMatch(Character::isDigit)) {
            return "";
        }
        List<String> lines = files.computeIfAbsent(file, ClangDiagnostics::lines);
        int line = Integer.parseInt(number);
        return line >= 1 && line <= lines.size() ? lines.get(line - 1) : "";
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return List.of();
        }
    }
}
