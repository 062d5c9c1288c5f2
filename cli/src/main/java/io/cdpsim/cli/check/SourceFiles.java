package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Names files of sources so that whoever reads a report from the folder that it was made in finds them. */
final class SourceFiles {
    private final Path here;
    private final List<Path> folders;

    /**
     * Names from a folder.
     *
     * @param here the folder
     * @param folders where a source may lie whose name alone is known, as of PTX that was compiled elsewhere
     */
    SourceFiles(Path here, List<Path> folders) {
        this.here = here.toAbsolutePath().normalize();
        this.folders = List.copyOf(folders);
    }

    /** The same place with such a name. */
    SourceLocation named(SourceLocation place) {
        return new SourceLocation(named(place.file()), place.line());
    }

    /** A name, as short as may be; as it was where no file of it is found. */
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
