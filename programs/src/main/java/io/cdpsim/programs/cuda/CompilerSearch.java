package io.cdpsim.programs.cuda;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Searches the folders of a search path for compilers. */
public final class CompilerSearch {
    private static final String CLANG = "clang++";
    private static final String NVCC = "nvcc";
    private static final int OLDEST_CLANG = 14;

    /** Versions of clang, each read once: to start clang takes a tenth of the time of a small compilation. */
    private static final Map<Executable, Integer> VERSIONS = new ConcurrentHashMap<>();

    private final List<Path> folders = new ArrayList<>();

    /** A compiler. An updated one has another size or another time. */
    private record Executable(Path path, long bytes, FileTime modified) {}

    /** @param path folders, separated as in {@code PATH} */
    public CompilerSearch(String path) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            if (!folder.isEmpty()) {
                try {
                    folders.add(Path.of(folder));
                } catch (InvalidPathException e) {
                    // A shell skips it, too.
                }
            }
        }
    }

    /** A tool by its name on the path, or by its own path. */
    public Optional<Path> named(String name) {
        if (name.contains(File.separator)) {
            try {
                return Optional.of(Path.of(name)).filter(CompilerSearch::isTool);
            } catch (InvalidPathException e) {
                return Optional.empty();
            }
        }
        return folders.stream()
                .map(each -> each.resolve(name))
                .filter(CompilerSearch::isTool)
                .findFirst();
    }

    /** The default compiler. */
    Optional<Path> any() {
        return named(NVCC).or(this::clang);
    }

    /** The default clang. */
    public Optional<Path> clang() {
        return named(CLANG)
                .filter(each -> version(each) >= OLDEST_CLANG)
                .or(() -> numbered().values().stream().findFirst());
    }

    private Map<Integer, Path> numbered() {
        Map<Integer, Path> found = new TreeMap<>(Comparator.reverseOrder());
        for (Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(each -> each.getFileName().toString().startsWith(CLANG + "-"))
                        .filter(CompilerSearch::isTool)
                        .forEach(each -> {
                            int number = number(each.getFileName().toString().substring(CLANG.length() + 1));
                            if (number >= OLDEST_CLANG) {
                                found.putIfAbsent(number, each);
                            }
                        });
            } catch (IOException e) {
                // A folder of the path that does not exist.
            }
        }
        return found;
    }

    private static int number(String text) {
        boolean isNumber = !text.isEmpty() && text.length() < 4 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(text) : 0;
    }

    private static boolean isTool(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    static boolean isNvcc(Path tool) {
        return tool.getFileName().toString().startsWith(NVCC);
    }

    /** The major version of a clang; 0 for another tool. */
    static int version(Path clang) {
        Executable executable;
        try {
            executable = new Executable(clang.toAbsolutePath(), Files.size(clang), Files.getLastModifiedTime(clang));
        } catch (IOException e) {
            return reportedVersion(clang);
        }
        Integer known = VERSIONS.get(executable);
        if (known != null) {
            return known;
        }
        int version = reportedVersion(clang);
        if (version > 0) {
            VERSIONS.put(executable, version);
        }
        return version;
    }

    private static int reportedVersion(Path clang) {
        CompilerRun run = CompilerRun.of(List.of(clang.toString(), "--version"));
        String mark = "clang version ";
        int at = run.said().indexOf(mark);
        if (run.exitCode() != 0 || at < 0) {
            return 0;
        }
        int end = at + mark.length();
        int start = end;
        while (end < run.said().length() && Character.isDigit(run.said().charAt(end))) {
            end++;
        }
        return number(run.said().substring(start, end));
    }
}
