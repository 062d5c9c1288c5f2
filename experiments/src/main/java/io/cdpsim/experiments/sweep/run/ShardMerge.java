package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.plan.SpecificationJson;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.ResultTable;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableCell;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Merges the tables of shards into that of the whole sweep. */
public final class ShardMerge {
    private static final int MOST_NAMED = 5;

    private final Map<Integer, SweepRow> rows = new TreeMap<>();
    private final Map<Integer, String> files = new TreeMap<>();
    private List<String> columns = List.of();
    private String sweep = "";
    private String points = "";
    private String first = "";
    private String question = "";
    private @Nullable TableCell command;

    /** An empty merge. */
    public ShardMerge() {}

    /**
     * Adds a shard.
     *
     * @param file its name, for messages
     * @throws InvalidInputException if it is not a shard, belongs to another sweep, or repeats a point
     */
    public void add(String file, ResultTable shard) {
        if (!shard.rows().isEmpty()) {
            addRows(file, shard);
        }
    }

    private void addRows(String file, ResultTable shard) {
        List<String> found = shard.columns().stream()
                .filter(each -> !SweepColumns.OF_SHARDS.contains(each))
                .toList();
        if (first.isEmpty()) {
            first = file;
            sweep = text(file, shard.rows().get(0), SweepColumns.SWEEP);
            points = text(file, shard.rows().get(0), SweepColumns.POINTS);
            columns = found;
        }
        for (SweepRow each : shard.rows()) {
            if (!text(file, each, SweepColumns.SWEEP).equals(sweep)
                    || !text(file, each, SweepColumns.POINTS).equals(points)) {
                throw new InvalidInputException(file + ": point " + each.point() + " is of another sweep than " + first
                        + ": another question, other inputs or another version of the program; merge shards of"
                        + " one sweep");
            }
            String other = files.putIfAbsent(each.point(), file);
            if (other != null) {
                throw new InvalidInputException("point " + each.point() + " is in " + other
                        + (other.equals(file) ? " twice" : " and in " + file) + "; leave one of them out");
            }
            rows.put(each.point(), plain(each));
            each.text(SweepColumns.QUESTION).ifPresent(text -> question = text);
        }
    }

    private static String text(String file, SweepRow row, String column) {
        return row.text(column)
                .orElseThrow(() -> new InvalidInputException(file + ": point " + row.point() + " has no column '"
                        + column + "', expected the output of a sweep with --shard"));
    }

    private SweepRow plain(SweepRow row) {
        Map<String, TableCell> cells = new LinkedHashMap<>(row.cells());
        cells.keySet().removeAll(SweepColumns.OF_SHARDS);
        // The first row of the whole has it.
        TableCell named = cells.remove(SweepColumns.COMMAND);
        if (named != null) {
            command = named;
        }
        return new SweepRow(row.point(), cells);
    }

    /**
     * The sweep of the shards, resolved again.
     *
     * @param workloads the available workloads
     * @throws InvalidInputException if it cannot be resolved here, or is another sweep: another version of the program, or other inputs
     */
    public Sweep sweep(Workloads workloads) {
        if (question.isEmpty()) {
            throw new InvalidInputException(first + " does not contain its specification; run its sweep again");
        }
        Sweep made = Sweep.of(SpecificationJson.parse(question), workloads);
        if (!made.identity().id().equals(sweep)) {
            throw new InvalidInputException(
                    "these rows are of another version of the program, or of other profiles, graphs or files than are"
                            + " here");
        }
        return made;
    }

    /**
     * The whole table.
     *
     * @throws InvalidInputException if points are missing
     */
    public ResultTable table() {
        if (rows.isEmpty()) {
            throw new InvalidInputException("there is no row in these files; merge the outputs of sweeps with --shard");
        }
        if (!points.matches("[1-9][0-9]{0,8}")) {
            throw new InvalidInputException(first + ": found '" + points + "' in the column '" + SweepColumns.POINTS
                    + "', expected the number of points of the whole sweep");
        }
        int all = Integer.parseInt(points);
        rows.keySet().stream().filter(each -> each > all).findFirst().ifPresent(each -> {
            throw new InvalidInputException(files.get(each) + ": found point " + each + " of a sweep of " + all
                    + " points; is the file damaged?");
        });
        if (rows.size() < all) {
            throw new InvalidInputException((all - rows.size()) + " of " + all + " points are missing: " + missing(all)
                    + "; run the shards that have them, or wait until they are done");
        }
        List<SweepRow> ordered = new ArrayList<>(rows.values());
        if (command != null) {
            Map<String, TableCell> cells = new LinkedHashMap<>(ordered.get(0).cells());
            cells.put(SweepColumns.COMMAND, command);
            ordered.set(0, new SweepRow(ordered.get(0).point(), cells));
        }
        return new ResultTable(columns, ordered).withoutEmptyColumns();
    }

    private String missing(int all) {
        List<Integer> missing = IntStream.rangeClosed(1, all)
                .filter(each -> !rows.containsKey(each))
                .limit(MOST_NAMED + 1L)
                .boxed()
                .toList();
        String named = missing.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return missing.size() > MOST_NAMED ? named + ", ..." : named;
    }
}
