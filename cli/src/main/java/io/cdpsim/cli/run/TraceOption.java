package io.cdpsim.cli.run;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.experiments.trace.ChromeTrace;
import io.cdpsim.experiments.trace.PerfettoTrace;
import io.cdpsim.experiments.trace.RunTrace;
import io.cdpsim.experiments.trace.TraceLayout;
import io.cdpsim.experiments.trace.TraceSink;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunResult;
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

    // Most runs have none: nothing of it is loaded at their start.
    private @Nullable RunTrace trace;

    private String notShown = "";

    /** @throws InvalidInputException if the file cannot be written, as far as that is known before the run */
    void check() {
        AtomicFile.check("--trace", file);
    }

    /** Who watches the next run for it. */
    List<RunListener> watchers() {
        if (file == null) {
            return List.of();
        }
        trace = new RunTrace();
        return List.of(trace);
    }

    /**
     * Writes the trace, if one is wanted.
     *
     * @return what was in the way; empty if nothing was
     */
    String write(RunResult result, GpuProfile profile) {
        Path target = file;
        RunTrace seen = trace;
        if (target == null || seen == null) {
            return "";
        }
        seen.finish(result.cycles());
        return AtomicFile.write(target, out -> {
            try (TraceSink sink = sink(target, out)) {
                notShown = TraceLayout.write(seen, profile.name(), profile.clock(), sink);
            }
        });
    }

    /** What was written, in a sentence; empty if nothing was. */
    String summary() {
        return trace == null
                ? ""
                : file + " has " + trace.summary() + (notShown.isEmpty() ? "" : "; no track shows " + notShown);
    }

    private static TraceSink sink(Path file, OutputStream out) throws IOException {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(JSON) ? new ChromeTrace(out) : new PerfettoTrace(out);
    }
}
