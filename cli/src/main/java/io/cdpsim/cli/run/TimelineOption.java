package io.cdpsim.cli.run;

import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.timeline.TimelineChart;
import io.cdpsim.cli.timeline.TimelineFiles;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.graphs.GraphRecorder;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import picocli.CommandLine.Mixin;

/** When the grids of a run ran: as pictures if files are named, and as text if the program is shown. */
final class TimelineOption {
    @Mixin
    private TimelineFiles files;

    private static final int MOST_NODES = 1_000;

    private final Timeline timeline = new Timeline();
    private final GraphRecorder graphs = new GraphRecorder(MOST_NODES);
    private String source = "";
    private boolean printed;

    /** Requests that the program is shown below the result: its source, and when its grids ran. */
    void show(String itsSource) {
        this.source = itsSource;
        this.printed = true;
    }

    void check() {
        files.check();
    }

    List<RunListener> watchers() {
        return printed || files.isGiven() ? List.of(timeline, graphs) : List.of();
    }

    /** The text below the result; empty unless the program is shown. */
    String text(MachineSettings machine) {
        if (!printed) {
            return "";
        }
        String listing = source.isEmpty() ? "" : "\n" + PrintableText.lines(source) + "\n";
        return listing + "\n" + TimelineChart.text(timeline, graphs.launches(), machine);
    }

    /** Writes the named files. @return what went wrong; empty if nothing did */
    String write(RunSpecification question) {
        if (!files.isGiven()) {
            return "";
        }
        String title =
                question.workload().name() + " (" + question.machine().profile().name() + ")";
        files.add(
                title, timeline, graphs.launches(), question.machine().profile().clock());
        return files.write(title, source);
    }
}
