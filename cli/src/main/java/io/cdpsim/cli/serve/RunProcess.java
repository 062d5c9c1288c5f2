package io.cdpsim.cli.serve;

import io.cdpsim.cli.process.ProgramProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** One run: a process in a new folder, with limits, and in the sandbox if there is one. */
final class RunProcess {
    private static final String RESULT = "result.json";
    private static final String PAGE = "page.html";
    private static final String SCRATCH = "scratch";
    /** The scratch folder as a sandbox shows it. */
    private static final String INNER_SCRATCH = "/tmp";

    /** Most processors that one process of a run may keep busy. */
    private static final int PROCESSORS = 4;

    private static final long DRAIN_MILLIS = 2_000;
    /** As many steps as a page of a few megabytes holds. */
    private static final String MOST_STEPS = "10000";

    private final RunSubmission submission;
    private final Optional<Sandbox> sandbox;
    private final Limits limits;
    private final Path folder;
    private final Path cache;
    private volatile Outcome.EndReason how = Outcome.EndReason.ENDED;
    private final AtomicReference<Process> process = new AtomicReference<>();

    /**
     * A run that has not started.
     *
     * @param folder a new folder for this run alone
     * @param cache the folder that caches compiled programs between runs
     */
    RunProcess(RunSubmission submission, Optional<Sandbox> sandbox, Limits limits, Path folder, Path cache) {
        this.submission = submission;
        this.sandbox = sandbox;
        this.limits = limits;
        this.folder = folder;
        this.cache = cache;
    }

    /** The id of the submission. */
    String id() {
        return submission.id();
    }

    /** Ends the run, from any thread; has no effect if it has ended. */
    void cancel() {
        end(Outcome.EndReason.CANCELLED);
    }

    private void end(Outcome.EndReason why) {
        synchronized (process) {
            // The first reason is reported.
            how = how == Outcome.EndReason.ENDED ? why : how;
        }
        Process running = process.get();
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
    }

    /**
     * Runs in the calling thread, which must outlive the run: the sandbox ends with it.
     *
     * @throws IOException if the folder cannot be written or the process not started
     */
    Outcome run() throws IOException, InterruptedException {
        Path work = Files.createDirectory(folder.resolve("work"));
        for (SampleProgram.ProgramFile each : FileNameCheck.within(submission.files())) {
            Files.writeString(work.resolve(each.name()), each.text());
        }
        // Outside a sandbox the run writes them itself.
        Path answers = sandbox.isPresent() ? folder : Files.createDirectory(folder.resolve(SCRATCH));
        Path result = Files.createFile(answers.resolve(RESULT));
        Path page = Files.createFile(answers.resolve(PAGE));
        long start = System.nanoTime();
        Process started = start(work, List.of(result, page));
        process.set(started);
        if (how != Outcome.EndReason.ENDED) {
            end(how);
        }
        started.getOutputStream().close();
        BoundedReader out = BoundedReader.of(started.getInputStream(), limits.outputBytes(), this::endByOutput);
        BoundedReader err = BoundedReader.of(started.getErrorStream(), limits.outputBytes(), this::endByOutput);
        if (!started.waitFor(limits.seconds(), TimeUnit.SECONDS)) {
            end(Outcome.EndReason.TIME);
        }
        started.waitFor();
        String printed = out.text(DRAIN_MILLIS);
        String said = err.text(DRAIN_MILLIS);
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean hasEnded = how == Outcome.EndReason.ENDED;
        boolean isProgram = submission.kind() == SampleProgram.ProgramKind.CUDA || submission.steps();
        return new Outcome(
                how,
                hasEnded ? started.exitValue() : -1,
                seconds,
                isProgram ? printed : "",
                said,
                isProgram ? read(result) : hasEnded ? printed : "",
                hasEnded ? read(page) : "");
    }

    private void endByOutput() {
        end(Outcome.EndReason.OUTPUT);
    }

    private String read(Path file) throws IOException {
        return !Files.exists(file) || Files.size(file) > limits.outputBytes()
                ? ""
                : Files.readString(file, StandardCharsets.UTF_8);
    }

    private Process start(Path work, List<Path> answers) throws IOException {
        boolean isInside = sandbox.isPresent();
        String cacheFolder = isInside ? Sandbox.CACHE : cache.toString();
        String scratch = isInside ? INNER_SCRATCH : folder.resolve(SCRATCH).toString();
        List<String> words = limited(java(cacheFolder, scratch));
        Map<String, String> environment = environment(scratch);
        ProcessBuilder builder =
                new ProcessBuilder(sandbox.map(each -> each.around(words, work, cache, answers, environment))
                        .orElse(words));
        builder.directory(work.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Map<String, String> environment(String scratch) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", Objects.requireNonNullElse(System.getenv("PATH"), ""));
        environment.put("HOME", scratch);
        environment.put("TMPDIR", scratch);
        environment.put("LC_ALL", "C.UTF-8");
        return environment;
    }

    /** A command under limits of the operating system. */
    private List<String> limited(List<String> command) {
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            return command;
        }
        String limit = "ulimit -v " + 1024L * limits.addressMegabytes() + "; ulimit -f "
                + 2048L * limits.fileMegabytes()
                + "; ulimit -t " + (PROCESSORS * limits.seconds())
                + "; ulimit -c 0; ";
        // A sandbox ends with its shell. Without one the run replaces the shell: a shell that is cancelled while it
        // starts the run would leave it behind.
        String script = sandbox.isPresent()
                ? limit + "\"$@\"; code=$?; for each in " + RESULT + " " + PAGE + "; do [ ! -f \"" + INNER_SCRATCH
                        + "/$each\" ] || cat \"" + INNER_SCRATCH + "/$each\" >\"" + Sandbox.ANSWERS
                        + "/$each\"; done; exit $code"
                : limit + "exec \"$@\"";
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script, "cdpsim"));
        words.addAll(command);
        return words;
    }

    private List<String> java(String cacheFolder, String scratch) {
        List<String> words = ProgramProcess.java(
                limits.heapMegabytes(),
                List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + scratch, "-Dcdpsim.cache=" + cacheFolder));
        if (submission.kind() == SampleProgram.ProgramKind.LITMUS) {
            words.addAll(List.of(
                    LitmusResponse.class.getName(), submission.names(".litmus").get(0)));
            return words;
        }
        String page = scratch + File.separator + PAGE;
        words.add(ProgramProcess.MAIN);
        words.addAll(
                submission.steps()
                        ? List.of(
                                "step",
                                "--steps",
                                MOST_STEPS,
                                "--page",
                                page,
                                submission.kind().label())
                        : List.of("run", submission.kind().label(), "--check", "--quiet", "--report", page));
        words.addAll(List.of("--seed", submission.seed(), "--policy", submission.policy()));
        if (!submission.profile().isEmpty()) {
            words.addAll(List.of("--profile", submission.profile()));
        }
        boolean isCuda = submission.kind() == SampleProgram.ProgramKind.CUDA;
        if (submission.steps()) {
            words.addAll(
                    isCuda
                            ? submission.sources()
                            : List.of("--plan", submission.names(".yaml").get(0)));
            words.addAll(isCuda ? List.of() : submission.names(".ptx"));
        } else if (isCuda) {
            words.addAll(List.of("--json", scratch + File.separator + RESULT));
            words.addAll(submission.sources());
        } else {
            words.addAll(List.of("--json", "--plan", submission.names(".yaml").get(0)));
            words.addAll(submission.names(".ptx"));
        }
        return words;
    }

    /**
     * Limits of a run.
     *
     * @param seconds wall-clock time
     * @param heapMegabytes the simulator's memory
     * @param addressMegabytes address space of each process of the run
     * @param fileMegabytes the largest file that it may write
     * @param outputBytes most bytes of each output stream
     */
    record Limits(int seconds, int heapMegabytes, int addressMegabytes, int fileMegabytes, int outputBytes) {
        private static final int ADDRESS = 12_288;
        private static final int FILE = 2_048;
        private static final int OUTPUT = 8 << 20;

        /** Limits of time and memory with the default limits of the rest. */
        static Limits of(int seconds, int heapMegabytes) {
            return new Limits(seconds, heapMegabytes, ADDRESS, FILE, OUTPUT);
        }
    }

    /**
     * The outcome of a run.
     *
     * @param how the reason of its end
     * @param exitCode exit code of its process; -1 if it was ended
     * @param seconds wall-clock time
     * @param out its standard output
     * @param err its standard error
     * @param result its result as JSON; empty if there is none
     * @param timeline its page with the time line; empty if there is none
     */
    record Outcome(
            EndReason how, int exitCode, double seconds, String out, String err, String result, String timeline) {
        /** The reason of a run's end. */
        enum EndReason {
            /** It completed. */
            ENDED,
            /** The user cancelled it, or the server was closed. */
            CANCELLED,
            /** It took too long. */
            TIME,
            /** It printed too much. */
            OUTPUT;

            String label() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /** Reads the output of a process up to a limit, and calls back when it exceeds that. */
    static final class BoundedReader {
        private final InputStream from;
        private final int mostBytes;
        private final Runnable atBound;
        private final Thread thread;
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();

        private BoundedReader(InputStream from, int mostBytes, Runnable atBound) {
            this.from = from;
            this.mostBytes = mostBytes;
            this.atBound = atBound;
            thread = new Thread(this::read, "output of a run");
            thread.setDaemon(true);
        }

        /**
         * Starts reading.
         *
         * @param atBound called when the output exceeds the limit
         */
        static BoundedReader of(InputStream from, int mostBytes, Runnable atBound) {
            BoundedReader output = new BoundedReader(from, mostBytes, atBound);
            output.thread.start();
            return output;
        }

        private void read() {
            byte[] buffer = new byte[1 << 14];
            try (from) {
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    boolean isFull;
                    synchronized (read) {
                        int capacity = Math.min(n, mostBytes - read.size());
                        read.write(buffer, 0, capacity);
                        isFull = capacity < n;
                    }
                    if (isFull) {
                        atBound.run();
                        return;
                    }
                }
            } catch (IOException e) {
                // The process was ended: there is no more output.
                return;
            }
        }

        /** The output, after its end or a timeout. */
        String text(long millis) throws InterruptedException {
            thread.join(millis);
            synchronized (read) {
                return read.toString(StandardCharsets.UTF_8);
            }
        }
    }
}
