package io.cdpsim.programs.exec.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The files of a running program: a socket, and the shared memory. They are deleted after the run. */
final class ProgramFiles implements AutoCloseable {
    private static final Path MEMORY_FOLDER = Path.of("/dev/shm");

    private static final int MOST_PRINTED = 1 << 16;

    private final Path folder;
    private final Path memoryFile;
    private final FileChannel memory;
    private final Thread remover = new Thread(this::remove, "program-files");

    ProgramFiles() throws IOException {
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        folder = Files.createTempDirectory("cdpsim");
        Runtime.getRuntime().addShutdownHook(remover);
        boolean inMemory = Files.isDirectory(MEMORY_FOLDER) && Files.isWritable(MEMORY_FOLDER);
        memoryFile = Files.createTempFile(inMemory ? MEMORY_FOLDER : folder, "cdpsim", ".memory", own);
        memory = FileChannel.open(memoryFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    Path folder() {
        return folder;
    }

    Path socket() {
        return folder.resolve("socket");
    }

    /** The file of the standard output of an unattended program. */
    Path output() {
        return folder.resolve("output");
    }

    /** The file of the captured standard error of a program. */
    Path errors() {
        return folder.resolve("errors");
    }

    /** The contents of one of these files, or their start; empty if it does not exist. */
    static String written(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_PRINTED), StandardCharsets.UTF_8);
        }
    }

    Path memoryFile() {
        return memoryFile;
    }

    FileChannel memory() {
        return memory;
    }

    private void remove() {
        try {
            Files.deleteIfExists(memoryFile);
            Files.deleteIfExists(socket());
            Files.deleteIfExists(output());
            Files.deleteIfExists(errors());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Another process has removed them, or added others.
        }
    }

    @Override
    public void close() throws IOException {
        memory.close();
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(remover);
        } catch (IllegalStateException e) {
            // The program runs already.
        }
    }
}
