package io.cdpsim.cli.lab;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A zip that is written to a temporary file beside its target. */
final class ZipPackage implements Closeable {
    private static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("rwxr-xr-x");

    private final Path target;
    private final Path fresh;
    private final String top;
    private final FileSystem zip;

    private ZipPackage(Path target, Path fresh, String top, FileSystem zip) {
        this.target = target;
        this.fresh = fresh;
        this.top = top;
        this.zip = zip;
    }

    /** Starts a zip in which all entries are in one folder. */
    static ZipPackage create(Path target, String top) throws IOException {
        Path fresh = target.resolveSibling("." + target.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        FileSystem zip = FileSystems.newFileSystem(
                URI.create("jar:" + fresh.toAbsolutePath().toUri()),
                Map.of("create", "true", "enablePosixFileAttributes", "true"));
        return new ZipPackage(target, fresh, top, zip);
    }

    void text(String name, String text) throws IOException {
        bytes(name, text.getBytes(StandardCharsets.UTF_8));
    }

    void script(String name, String text) throws IOException {
        text(name, text);
        Files.setPosixFilePermissions(path(name), PROGRAM);
    }

    void bytes(String name, byte[] bytes) throws IOException {
        try (OutputStream out = Files.newOutputStream(made(name))) {
            out.write(bytes);
        }
    }

    void file(String name, Path file) throws IOException {
        Files.copy(file, made(name));
        if (Files.isExecutable(file)) {
            Files.setPosixFilePermissions(path(name), PROGRAM);
        }
    }

    /** Adds the regular files below a folder whose relative names are selected. */
    void folder(String name, Path folder, Predicate<String> wanted) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                String below = folder.relativize(file).toString().replace('\\', '/');
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && wanted.test(below)) {
                    file(name + "/" + below, file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path path(String name) {
        return zip.getPath(top + name);
    }

    private Path made(String name) throws IOException {
        Path path = path(name);
        Files.createDirectories(path.getParent());
        return path;
    }

    /** Moves the zip to its target. */
    void finish() throws IOException {
        zip.close();
        Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        zip.close();
        Files.deleteIfExists(fresh);
    }
}
