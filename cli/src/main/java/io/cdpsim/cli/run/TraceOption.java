package io.cdpsim.cli.run;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.trace.ChromeTrace;
import io.cdpsim.workloads.trace.PerfettoTrace;
import io.cdpsim.workloads.trace.RunTrace;
import io.cdpsim.workloads.trace.TraceLayout;
import io.cdpsim.workloads.trace.TraceSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --trace FILE}: what happened in the run, for a viewer of traces. */
final class TraceOption {
    private static final String JSON = ".json";

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Write a time line of the run: SMs, streams, why grids wait. For https://ui.perfetto.dev; with a"
                            + " name that ends in .json, for chrome://tracing.")
    private @Nullable Path file;

    private final RunTrace trace = new RunTrace();

    /** Made by picocli. */
    TraceOption() {}

    /** @throws WorkloadException if the file cannot be written, as far as that is known before the run */
    void check() {
        if (file != null) {
            AtomicFile.obstacle(file).ifPresent(why -> {
                throw new WorkloadException("--trace " + file + " " + why);
            });
        }
    }

    /** Who watches the run for it. */
    List<RunListener> watchers() {
        return file == null ? List.of() : List.of(trace);
    }

    /**
     * Writes the trace, if one is wanted.
     *
     * @return what was in the way; empty if nothing was
     */
    String write(RunResult result, GpuProfile profile) {
        Path target = file;
        if (target == null) {
            return "";
        }
        trace.finish(result.cycles());
        String problem = AtomicFile.write(target, out -> {
            try (TraceSink sink = sink(target, out)) {
                TraceLayout.write(trace, profile.name(), profile.clock(), sink);
            }
        });
        return problem.isEmpty() ? "" : "cannot write " + target + ": " + problem;
    }

    /** What was written, in a sentence; empty if nothing was. */
    String summary() {
        return file == null ? "" : file + " has " + trace.summary();
    }

    private static TraceSink sink(Path file, OutputStream out) throws IOException {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(JSON) ? new ChromeTrace(out) : new PerfettoTrace(out);
    }
}
