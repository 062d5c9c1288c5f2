package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Names of source files relative to the folder in which a report is made, so that its reader finds them. */
final class SourceFiles {
    private final Path here;
    private final List<Path> folders;

    /**
     * Names from a folder.
     *
     * @param here the folder
     * @param folders searched for sources of which only the file name is known, such as those of PTX compiled elsewhere
     */
    SourceFiles(Path here, List<Path> folders) {
        this.here = here.toAbsolutePath().normalize();
        this.folders = List.copyOf(folders);
    }

    /** A copy of the place with the name of its file shortened. */
    SourceLocation named(SourceLocation place) {
        return new SourceLocation(named(place.file()), place.line());
    }

    /** The shortened name of a file; unchanged if no such file is found. */
    String named(String name) {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException e) {
            return name;
        }
        if (Files.exists(here.resolve(file))) {
            return shortened(file);
        }
        Path last = file.getFileName();
        return folders.stream()
                .map(each -> each.resolve(last))
                .filter(Files::exists)
                .findFirst()
                .map(this::shortened)
                .orElse(name);
    }

    private String shortened(Path file) {
        Path full = here.resolve(file).normalize();
        return (full.startsWith(here) ? here.relativize(full) : file).toString().replace('\\', '/');
    }
}
