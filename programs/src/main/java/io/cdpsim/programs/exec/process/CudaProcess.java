package io.cdpsim.programs.exec.process;

import io.cdpsim.programs.exec.process.ProgramSettings.ProgramPaths;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramStreams;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The program's process. */
final class CudaProcess {
    private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";
    private static final String PRELOAD = "LD_PRELOAD";

    /** In the folder of the libraries: replaces a runtime that the program, or one that it starts, contains itself. */
    private static final String PRELOADED = "libcdpsim-preload.so";

    private static final File NOTHING = new File("/dev/null");

    private final Process process;

    /** The executable, where a wrapper runs it; else empty. */
    private final String wrapped;

    private CudaProcess(Process process, String wrapped) {
        this.process = process;
        this.wrapped = wrapped;
    }

    /**
     * Starts a program.
     *
     * @throws InvalidInputException if the system cannot start it
     */
    static CudaProcess start(
            Path program, List<String> arguments, Path libraries, ProgramFiles files, ProgramSettings terms) {
        Path executable = program.toAbsolutePath();
        List<String> before =
                terms.wrapper().before(new ProgramPaths(executable, libraries, files.folder(), files.memoryFile()));
        List<String> command = new ArrayList<>(before);
        command.add(executable.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (terms.streams() != ProgramStreams.ATTENDED) {
            builder.redirectInput(NOTHING).redirectOutput(files.output().toFile());
        }
        if (terms.streams() == ProgramStreams.ALL_KEPT) {
            builder.redirectError(files.errors().toFile());
        }
        Map<String, String> environment = builder.environment();
        prepend(environment, LIBRARY_PATH, libraries.toString());
        prepend(environment, PRELOAD, libraries.resolve(PRELOADED).toString());
        environment.put("CDPSIM_EXEC_SOCKET", files.socket().toString());
        environment.put("CDPSIM_EXEC_MEMORY", files.memoryFile().toString());
        try {
            return new CudaProcess(builder.start(), before.isEmpty() ? "" : executable.toString());
        } catch (IOException e) {
            if (!before.isEmpty()) {
                throw new InvalidInputException(
                        "cannot start " + before.get(0) + ", which is to run " + program + ": " + FileErrors.reason(e));
            }
            throw new InvalidInputException("cannot start " + program + ": "
                    + (Files.isExecutable(program)
                            ? FileErrors.reason(e)
                            : "it may not be executed (chmod +x " + program + ")"));
        }
    }

    private static void prepend(Map<String, String> environment, String variable, String path) {
        String before = environment.get(variable);
        environment.put(variable, before == null || before.isEmpty() ? path : path + ":" + before);
    }

    Process process() {
        return process;
    }

    /**
     * Number of threads that may act on the devices; 0 if unknown.
     *
     * @param processes ids of the processes that have made a call, as they see themselves
     */
    int threads(Collection<Integer> processes) {
        if (wrapped.isEmpty() && !processes.isEmpty()) {
            return processes.stream().mapToInt(CudaProcess::threads).sum();
        }
        return threads();
    }

    private int threads() {
        if (wrapped.isEmpty()) {
            return threads(process.pid());
        }
        String name = Path.of(wrapped).getFileName().toString();
        return process.descendants()
                .filter(each -> name.equals(executable(each.pid())))
                .findFirst()
                .map(each -> threads(each.pid()))
                // The wrapper may have become the program.
                .orElseGet(() -> threads(process.pid()));
    }

    private static int threads(long pid) {
        String[] tasks = Path.of("/proc", Long.toString(pid), "task").toFile().list();
        return tasks == null ? 0 : tasks.length;
    }

    private static String executable(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "exe"))
                    .getFileName()
                    .toString();
        } catch (IOException e) {
            // It has ended, or belongs to another user.
            return "";
        }
    }

    void end() {
        if (!wrapped.isEmpty()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
    }
}
