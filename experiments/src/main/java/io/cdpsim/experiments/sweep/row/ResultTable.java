package io.cdpsim.experiments.sweep.row;

import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table with named columns.
 *
 * @param columns names from left to right
 * @param rows from top to bottom
 */
public record ResultTable(List<String> columns, List<SweepRow> rows) {
    /** Keeps copies. */
    public ResultTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** A copy without columns that are empty in all rows, such as an unreported result. */
    public ResultTable withoutEmptyColumns() {
        return new ResultTable(
                columns.stream()
                        .filter(each -> SweepColumns.FIXED.contains(each)
                                || rows.stream().anyMatch(row -> row.cells().containsKey(each)))
                        .toList(),
                rows);
    }

    /**
     * A copy whose rows say what they were made from.
     *
     * @param version the version of CDPSim
     * @param inputsHash a hash of the contents of the input files
     * @param command the command line, which the first row holds
     */
    public ResultTable withOrigin(String version, String inputsHash, String command) {
        List<String> more = new ArrayList<>(columns);
        more.addAll(List.of(SweepColumns.INPUTS_HASH, SweepColumns.VERSION, SweepColumns.COMMAND));
        List<SweepRow> marked = new ArrayList<>();
        for (SweepRow each : rows) {
            Map<String, TableCell> cells = new LinkedHashMap<>(each.cells());
            cells.put(SweepColumns.INPUTS_HASH, TableCell.words(inputsHash));
            cells.put(SweepColumns.VERSION, TableCell.words(version));
            if (marked.isEmpty()) {
                cells.put(SweepColumns.COMMAND, TableCell.words(command));
            }
            marked.add(new SweepRow(each.point(), cells));
        }
        return new ResultTable(more, marked);
    }

    /** The table of a single run: that of a sweep with one point, whose given options are the varied ones. */
    public static final class RunTable {
        private RunTable() {}

        /**
         * A table with one row, without empty columns.
         *
         * @param options the options of the run; given ones have columns
         * @param profileHash a hash of the profile with its changes
         */
        public static ResultTable of(Workload workload, OptionValues options, RunResult result, String profileHash) {
            Map<String, TableCell> cells = new LinkedHashMap<>();
            cells.put(SweepColumns.POINT, TableCell.of(1));
            options.texts().forEach((name, value) -> cells.put(name, TableCell.written(value)));
            cells.put(SweepColumns.SEED, TableCell.of(result.seed()));
            SweepColumns.cells(result).forEach(cells::putIfAbsent);
            if (!result.correct()) {
                cells.put(SweepColumns.ERROR, TableCell.words(result.failure()));
            }
            cells.put(SweepColumns.PROFILE_HASH, TableCell.words(profileHash));
            List<String> columns =
                    SweepColumns.of(workload, new ArrayList<>(options.texts().keySet()));
            return new ResultTable(columns, List.of(new SweepRow(1, cells))).withoutEmptyColumns();
        }
    }
}
