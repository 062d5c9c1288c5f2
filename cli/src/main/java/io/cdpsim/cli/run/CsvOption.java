package io.cdpsim.cli.run;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.experiments.sweep.row.RunTable;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --csv FILE}: the result as a row. */
final class CsvOption {
    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the result to a file too: a line of names and a line of values, like the rows of"
                    + " 'cdpsim sweep'.")
    private @Nullable Path file;

    /** @throws InvalidInputException if the file cannot be written, as far as that is known before the run */
    void check() {
        AtomicFile.check("--csv", file);
    }

    /**
     * Writes the row, if one is wanted.
     *
     * @return what was in the way; empty if nothing was
     */
    String write(Workload workload, OptionValues options, RunResult result) {
        if (file == null) {
            return "";
        }
        String problem = AtomicFile.write(file, TableFormat.CSV.write(RunTable.of(workload, options, result)));
        return problem.isEmpty() ? "" : "cannot write " + file + ": " + problem;
    }
}
