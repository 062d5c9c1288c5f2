package io.cdpsim.programs.exec.library;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** The libraries that programs load under the simulator: {@code libcudart.so.12} and {@code .13}, {@code libcuda.so.1}, and the one that is preloaded. */
public final class CudartLibrary {
    private static final String SOURCE = "cudart.c";
    private static final String PRELOADED = "libcdpsim-preload.so";
    private static final String PRELOADED_SOURCE = "preload.c";
    private static final String DRIVER = "libcuda.so.1";
    private static final String DRIVER_SOURCE = "driver.c";
    private static final List<Integer> VERSIONS = List.of(12, 13);
    private static final long COMPILER_SECONDS = 60;

    private CudartLibrary() {}

    /**
     * The folder of the libraries; builds them on first use.
     *
     * @param kept the cache directory
     * @throws InvalidInputException if they cannot be built here
     */
    public static Path folder(Path kept) {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            throw new InvalidInputException(
                    "programs can be executed on Linux on x86-64 alone; elsewhere, launch their PTX with"
                            + " a plan ('cdpsim run ptx')");
        }
        Map<String, byte[]> sources = new LinkedHashMap<>();
        for (String each : List.of(SOURCE, PRELOADED_SOURCE, DRIVER_SOURCE)) {
            sources.put(each, source(each));
        }
        Path folder = kept.resolve(name(sources.values()));
        if (!Files.isDirectory(folder)) {
            build(sources, kept, folder);
        }
        return folder;
    }

    /**
     * A name for each version of the sources. Two checksums of native code tell versions apart as well as a cryptographic hash, which takes a fifth of the start of a
     * program while it is interpreted.
     */
    private static String name(Collection<byte[]> sources) {
        CRC32 crc = new CRC32();
        Adler32 adler = new Adler32();
        for (byte[] each : sources) {
            crc.update(each);
            adler.update(each);
        }
        return String.format(Locale.ROOT, "cudart-%08x%08x", crc.getValue(), adler.getValue());
    }

    private static byte[] source(String file) {
        try (InputStream in = CudartLibrary.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not among the classes");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Builds in a temporary folder beside the final one and renames it, since other processes may build at the same time. */
    private static void build(Map<String, byte[]> sources, Path kept, Path folder) {
        try {
            Files.createDirectories(kept);
            Path fresh = Files.createTempDirectory(kept, ".building");
            try {
                for (Map.Entry<String, byte[]> each : sources.entrySet()) {
                    Files.write(fresh.resolve(each.getKey()), each.getValue());
                }
                for (int version : VERSIONS) {
                    String library = "libcudart.so." + version;
                    String script = library + ".map";
                    Files.writeString(fresh.resolve(script), library + " { global: cuda*; __cuda*; local: *; };\n");
                    compile(
                            fresh,
                            library,
                            List.of(
                                    SOURCE,
                                    "-DCUDART=" + version,
                                    "-Wl,-soname," + library,
                                    "-Wl,--version-script=" + script,
                                    "-pthread"));
                }
                compile(fresh, PRELOADED, List.of(PRELOADED_SOURCE, "-Wl,-z,initfirst"));
                Files.writeString(fresh.resolve(DRIVER + ".map"), "{ global: cu*; local: *; };\n");
                compile(
                        fresh,
                        DRIVER,
                        List.of(
                                DRIVER_SOURCE,
                                "-Wl,-soname," + DRIVER,
                                "-Wl,--version-script=" + DRIVER + ".map",
                                "libcudart.so." + VERSIONS.get(VERSIONS.size() - 1),
                                "-Wl,-rpath,$ORIGIN",
                                "-pthread"));
                Files.createSymbolicLink(fresh.resolve("libcuda.so"), Path.of(DRIVER));
                // As an installation of the newest toolkit has it: ctypes and plugins open it by this name.
                Files.createSymbolicLink(
                        fresh.resolve("libcudart.so"), Path.of("libcudart.so." + VERSIONS.get(VERSIONS.size() - 1)));
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                remove(fresh);
            }
        } catch (FileAlreadyExistsException e) {
            // Another process was faster.
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) {
                throw new InvalidInputException(
                        "cannot keep the runtime library in " + kept + ": " + FileErrors.reason(e));
            }
        }
    }

    private static void compile(Path folder, String library, List<String> options) throws IOException {
        String compiler = System.getenv().getOrDefault("CC", "cc");
        List<String> command = new ArrayList<>(List.of(compiler.trim().split("\\s+")));
        command.addAll(List.of("-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-s", "-o", library));
        command.addAll(options);
        command.add("-ldl");
        Path log = folder.resolve(library + ".log");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new InvalidInputException("executing a program needs a C compiler once, and '" + compiler
                    + "' cannot be started; install one (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install"
                    + " gcc), or name yours in the environment variable CC");
        }
        try {
            if (!process.waitFor(COMPILER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new InvalidInputException("the C compiler '" + compiler + "' has not ended after "
                        + COMPILER_SECONDS + " seconds; name another in the environment variable CC");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InvalidInputException("building the runtime library was interrupted");
        }
        if (process.exitValue() != 0) {
            String said = Files.readString(log, StandardCharsets.UTF_8).strip();
            throw new InvalidInputException("the C compiler '" + compiler + "' cannot build the runtime library: "
                    + said.lines().findFirst().orElse("it printed nothing") + "; it needs the headers of the C library"
                    + " (Debian, Ubuntu: apt install libc6-dev)");
        }
        Files.delete(log);
    }

    private static void remove(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (var files = Files.list(folder)) {
                for (Path each : files.toList()) {
                    Files.deleteIfExists(each);
                }
            }
            Files.deleteIfExists(folder);
        }
    }
}
