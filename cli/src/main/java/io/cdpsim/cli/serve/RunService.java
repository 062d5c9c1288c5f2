package io.cdpsim.cli.serve;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Runs one submission at a time, in folders that are removed afterwards. */
final class RunService implements AutoCloseable {
    /** Prefix of its folder, followed by the number of the process. */
    static final String PREFIX = "cdpsim-serve-";

    private static final String CACHE = "kept";
    private static final long MOST_CACHE_BYTES = 256L << 20;
    private static final int MOST_PAUSES = 200;
    private static final long PAUSE_NANOS = 10_000_000;

    private final Optional<Sandbox> sandbox;
    private final RunProcess.Limits limits;
    private final Path folder;
    private final AtomicReference<RunProcess> running = new AtomicReference<>();

    /** @throws IOException if no temporary folder can be made */
    RunService(Optional<Sandbox> sandbox, RunProcess.Limits limits) throws IOException {
        this.sandbox = sandbox;
        this.limits = limits;
        folder = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-")
                .toRealPath();
        Files.createDirectory(folder.resolve(CACHE));
    }

    /**
     * Runs, unless another run is in flight.
     *
     * @return the outcome; empty if another run is in flight
     */
    Optional<RunProcess.Outcome> run(RunSubmission submission) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(folder, "run");
        RunProcess process = new RunProcess(submission, sandbox, limits, own, folder.resolve(CACHE));
        try {
            if (!running.compareAndSet(null, process)) {
                return Optional.empty();
            }
            try {
                if (submission.kind() == SampleProgram.ProgramKind.CUDA) {
                    copyRuntimeLibrary(folder.resolve(CACHE));
                }
                return Optional.of(process.run());
            } finally {
                process.cancel();
                boundCache();
                running.set(null);
            }
        } finally {
            remove(own);
        }
    }

    /**
     * Copies the runtime library of CUDA programs from the user's cache, so that it is not compiled anew for each server. Runs get a copy, since they
     * may write to their cache.
     */
    private static void copyRuntimeLibrary(Path cache) throws IOException {
        Path library;
        try {
            library = CudartLibrary.folder(CacheDirectory.path());
        } catch (InvalidInputException e) {
            // The run builds it in its own cache, and reports why it cannot.
            return;
        }
        Path copy = cache.resolve(library.getFileName());
        if (Files.exists(copy, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path fresh = Files.createTempDirectory(cache, ".copying");
        try (Stream<Path> files = Files.list(library)) {
            for (Path each : files.toList()) {
                Files.copy(each, fresh.resolve(each.getFileName()), LinkOption.NOFOLLOW_LINKS);
            }
        }
        // A copy that broke off never has the name.
        Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Bounds the cache, so that runs cannot fill the disk. */
    private void boundCache() throws IOException {
        Path cache = folder.resolve(CACHE);
        long bytes = 0;
        try (Stream<Path> all = Files.walk(cache)) {
            for (Path each : all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                bytes += Files.size(each);
            }
        }
        if (bytes > MOST_CACHE_BYTES) {
            remove(cache);
            Files.createDirectories(cache);
        }
    }

    /** Ends the run of an id. @return whether it is in flight */
    boolean cancel(String id) {
        RunProcess now = running.get();
        if (now == null || !now.id().equals(id)) {
            return false;
        }
        now.cancel();
        return true;
    }

    @Override
    public void close() {
        RunProcess now = running.get();
        if (now != null) {
            now.cancel();
        }
        // The cancelled run removes its own folder, and concurrent removals would conflict.
        for (int i = 0; i < MOST_PAUSES && running.get() != null; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        remove(folder);
    }

    private static void remove(Path folder) {
        try {
            if (Files.exists(folder)) {
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        } catch (IOException e) {
            // The system cleans a temporary folder that cannot be removed.
            return;
        }
    }
}
