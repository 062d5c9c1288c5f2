package io.cdpsim.workloads.exec.process;

import io.cdpsim.workloads.FileProblem;
import io.cdpsim.workloads.WorkloadException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program's process. */
final class CudaProcess {
    private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

    private static final File NOTHING = new File("/dev/null");

    private final Process process;

    private CudaProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a program.
     *
     * @throws WorkloadException if the system does not
     */
    static CudaProcess start(
            Path program, List<String> arguments, Path libraries, ProgramFiles files, boolean isAttended) {
        List<String> command = new ArrayList<>();
        command.add(program.toAbsolutePath().toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (!isAttended) {
            builder.redirectInput(NOTHING).redirectOutput(files.output().toFile());
        }
        Map<String, String> environment = builder.environment();
        String before = environment.get(LIBRARY_PATH);
        if (before != null) {
            environment.put("CDPSIM_EXEC_LIBRARY_PATH", before);
        }
        environment.put(
                LIBRARY_PATH, before == null || before.isEmpty() ? libraries.toString() : libraries + ":" + before);
        environment.put("CDPSIM_EXEC_SOCKET", files.socket().toString());
        environment.put("CDPSIM_EXEC_MEMORY", files.memoryFile().toString());
        try {
            return new CudaProcess(builder.start());
        } catch (IOException e) {
            throw new WorkloadException("cannot start " + program + ": "
                    + (Files.isExecutable(program)
                            ? FileProblem.reason(e)
                            : "it may not be executed (chmod +x " + program + ")"));
        }
    }

    Process process() {
        return process;
    }

    /** How many threads it has; 0 if that cannot be told. */
    int threads() {
        String[] tasks =
                Path.of("/proc", Long.toString(process.pid()), "task").toFile().list();
        return tasks == null ? 0 : tasks.length;
    }

    void end() {
        process.destroyForcibly();
    }
}
