package io.cdpsim.cli.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gives an input to the program and looks at what it does. */
final class FuzzRun {
    /** Far longer than any input takes: what has not ended by then hangs. */
    private static final long HANGS_AFTER_SECONDS = 120;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final FuzzedInput input;

    FuzzRun(Path folder, FuzzedInput input) {
        this.folder = folder;
        this.input = input;
    }

    /** What is wrong with the program, if something is. */
    Optional<String> problem() {
        writeFiles();
        List<Integer> exitCodes = new ArrayList<>();
        for (List<String> line : lines()) {
            Optional<CommandRun> run = run(line);
            Optional<String> problem = run.isEmpty() ? Optional.of("hangs") : problem(line, run.get());
            if (problem.isPresent()) {
                return Optional.of(problem.get() + "\n" + described(line, run));
            }
            exitCodes.add(run.get().exitCode());
        }
        int readings = input.readings().size();
        long refused = exitCodes.subList(0, readings).stream()
                .filter(code -> code == 2)
                .count();
        if (refused != 0 && refused != readings) {
            return Optional.of("is refused by some readings, and taken by others: " + exitCodes + "\n" + described());
        }
        if (refused != 0 && exitCodes.subList(readings, exitCodes.size()).contains(0)) {
            return Optional.of("is refused by a reading, but used with success: " + exitCodes + "\n" + described());
        }
        return Optional.empty();
    }

    private List<List<String>> lines() {
        return Stream.concat(input.readings().stream(), input.uses().stream()).toList();
    }

    private void writeFiles() {
        try {
            try (Stream<Path> left = Files.list(folder)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            for (Map.Entry<String, byte[]> file : input.files().entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidPathException e) {
            throw new IllegalStateException("the file system has no such name", e);
        }
    }

    private String[] arguments(List<String> line) {
        return line.stream()
                .map(word -> {
                    if (word.equals("@")) {
                        return folder.toString();
                    }
                    return input.files().containsKey(word)
                            ? folder.resolve(word).toString()
                            : word;
                })
                .toArray(String[]::new);
    }

    /** The run; empty if it does not end. */
    private Optional<CommandRun> run(List<String> line) {
        FutureTask<CommandRun> task = new FutureTask<>(() -> CommandRun.of(arguments(line)));
        Thread thread = new Thread(task, "fuzzed");
        thread.setDaemon(true);
        thread.start();
        try {
            return Optional.of(task.get(HANGS_AFTER_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            // Whatever is thrown past the command line's own handling
            throw new AssertionError("thrown by the program\n" + described(line, Optional.empty()), e.getCause());
        }
    }

    private static Optional<String> problem(List<String> line, CommandRun run) {
        if (run.exitCode() < 0 || run.exitCode() > 2) {
            return Optional.of("gives exit code " + run.exitCode());
        }
        boolean traceAsked = line.contains("--debug") && run.exitCode() != 0;
        if (!traceAsked && (run.out() + run.err()).contains("\tat io.cdpsim.")) {
            return Optional.of("shows a stack trace");
        }
        if ((run.out() + run.err()).codePoints().anyMatch(FuzzRun::isObeyed)) {
            return Optional.of("prints a character that terminals obey");
        }
        if (run.exitCode() == 2 && (run.err().isBlank() || !run.err().startsWith("cdpsim: "))) {
            return Optional.of("does not say what is wrong");
        }
        if (run.exitCode() == 0 && isJsonAsked(line) && !isJson(run.out())) {
            return Optional.of("prints no JSON");
        }
        return Optional.empty();
    }

    private static boolean isJsonAsked(List<String> line) {
        return line.contains("--json") && line.stream().noneMatch(List.of("--help", "-h", "--version", "-V")::contains);
    }

    private static boolean isObeyed(int c) {
        int type = Character.getType(c);
        return c != '\n' && c != '\t' && (type == Character.CONTROL || type == Character.FORMAT);
    }

    private static boolean isJson(String text) {
        try {
            return JSON.readTree(text) != null;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private String described(List<String> line, Optional<CommandRun> run) {
        return "cdpsim " + shown(String.join(" ", line))
                + run.map(each ->
                                "\nexit code " + each.exitCode() + "\n" + shortened(each.out()) + shortened(each.err()))
                        .orElse("")
                + "\n" + described();
    }

    private String described() {
        return lines().stream()
                        .map(line -> "cdpsim " + shown(String.join(" ", line)))
                        .collect(Collectors.joining("\n"))
                + input.files().entrySet().stream()
                        .map(file -> "\n--- " + shown(file.getKey()) + "\n"
                                + shortened(new String(file.getValue(), StandardCharsets.ISO_8859_1)))
                        .collect(Collectors.joining());
    }

    private static String shortened(String text) {
        return text.length() <= 3000 ? text : text.substring(0, 3000) + "...";
    }

    private static String shown(String text) {
        return text.codePoints()
                .mapToObj(c -> isObeyed(c) ? String.format("\\u%04x", c) : Character.toString(c))
                .collect(Collectors.joining());
    }
}
