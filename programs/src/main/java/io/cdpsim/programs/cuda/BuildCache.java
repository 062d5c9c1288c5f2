package io.cdpsim.programs.cuda;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A cache of executables, each in a folder with a list of the files that it depends on and their hashes. */
final class BuildCache {
    private static final String PROGRAM = "program";
    private static final String MADE_OF = "made-of";
    private static final String LOG = "log";
    private static final int MOST = 200;

    private final Path folder;

    /** Builds a program in a folder, as {@code program} there, and returns the files that it depends on. */
    interface Builder {
        Set<Path> build(Path folder) throws IOException;
    }

    BuildCache(Path kept) {
        this.folder = kept.resolve("cuda");
    }

    /** The path at which a builder creates the executable. */
    static Path program(Path folder) {
        return folder.resolve(PROGRAM);
    }

    /** The path of what the compiler reported of an executable. */
    static Path log(Path program) {
        return program.resolveSibling(LOG);
    }

    /** A cached build whose files are all unchanged. */
    Optional<Path> find(String key) {
        Path build = folder.resolve(key);
        try {
            for (String line : Files.readAllLines(build.resolve(MADE_OF))) {
                int space = line.indexOf(' ');
                if (space < 0
                        || !BuildKey.fileHash(Path.of(line.substring(space + 1)))
                                .equals(line.substring(0, space))) {
                    return Optional.empty();
                }
            }
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
        return Optional.of(program(build)).filter(Files::isExecutable);
    }

    /** Builds in a temporary folder beside the final one and renames it, since other processes may build at the same time. */
    Path add(String key, Builder builder) {
        try {
            Files.createDirectories(folder);
            forget();
            Path fresh = Files.createTempDirectory(folder, ".building");
            try {
                Set<Path> files = builder.build(fresh);
                List<String> lines = new ArrayList<>();
                for (Path file : files) {
                    lines.add(BuildKey.fileHash(file) + " " + file);
                }
                Files.write(fresh.resolve(MADE_OF), lines);
                removeOthers(fresh);
                return moved(fresh, folder.resolve(key));
            } finally {
                remove(fresh);
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot cache builds in " + folder + ": " + FileErrors.reason(e));
        }
    }

    private static Path moved(Path fresh, Path to) throws IOException {
        // The entry records the included files of an older build; a process that runs it has opened it.
        remove(to);
        try {
            Files.move(fresh, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another process has built the same.
        }
        return program(to);
    }

    /** Evicts the oldest builds where there are many. */
    private void forget() throws IOException {
        List<Path> builds;
        try (Stream<Path> all = Files.list(folder)) {
            builds = new ArrayList<>(
                    all.filter(each -> !each.getFileName().toString().startsWith("."))
                            .toList());
        }
        if (builds.size() >= MOST) {
            builds.sort(Comparator.comparingLong(each -> each.toFile().lastModified()));
            for (Path each : builds.subList(0, builds.size() - MOST + 1)) {
                remove(each);
            }
        }
    }

    /** Files that only the compiler needs take megabytes. */
    private static void removeOthers(Path build) throws IOException {
        try (Stream<Path> files = Files.list(build)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString();
                if (!List.of(PROGRAM, MADE_OF, LOG).contains(name)) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void remove(Path build) throws IOException {
        if (Files.isDirectory(build)) {
            try (Stream<Path> files = Files.list(build)) {
                for (Path each : files.toList()) {
                    Files.deleteIfExists(each);
                }
            }
            Files.deleteIfExists(build);
        }
    }
}
