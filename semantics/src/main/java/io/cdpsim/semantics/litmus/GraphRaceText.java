package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.visibility.report.RaceLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.GraphLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.Work;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The sections of a litmus test for a race on whose way there are graphs or dependent launches: the host launches, and each thread launches once. */
final class GraphRaceText {
    private static final int HOST = -1;

    private final Race race;
    private final RaceLaunches launches;
    private final GraphLaunches graphs;
    private final List<String> host = new ArrayList<>();
    /** The kernel of each work; unused for graphs. */
    private final List<Program> programs = new ArrayList<>();

    private final List<List<String>> nodes = new ArrayList<>();

    /** The rows of a kernel of one thread, or of two of which the second one accesses. */
    private record Program(String name, List<String> first, List<String> second) {
        int threads() {
            return second.isEmpty() ? 1 : 2;
        }

        String text() {
            StringBuilder text =
                    new StringBuilder("kernel " + name + " ()\n " + (threads() == 1 ? "T" : "T0 | T1") + " ;\n");
            for (int i = 0; i < Math.max(1, Math.max(first.size(), second.size())); i++) {
                text.append(' ').append(i < first.size() ? first.get(i) : "");
                text.append(second.isEmpty() ? "" : " | " + (i < second.size() ? second.get(i) : ""));
                text.append(" ;\n");
            }
            return text.toString();
        }
    }

    GraphRaceText(Race race, RaceLaunches launches, GraphLaunches graphs) {
        this.race = race;
        this.launches = launches;
        this.graphs = graphs;
        Set<String> names = new LinkedHashSet<>();
        for (Work each : graphs.works()) {
            programs.add(
                    new Program(RaceExtraction.kernelName(each.code(), names), new ArrayList<>(), new ArrayList<>()));
            nodes.add(new ArrayList<>());
        }
    }

    String sections() {
        boolean ofHost = graphs.first() == HOST || graphs.second() == HOST;
        if (graphs.dependent() != HOST) {
            programs.get(ahead()).first().add("griddepcontrol.launch_dependents");
        }
        inOrder().forEach(this::launch);
        access(graphs.first(), race.first(), 1);
        access(graphs.second(), race.second(), 2);
        // Now that each kernel's threads are known.
        host.replaceAll(this::shaped);
        programs.forEach(each -> {
            each.first().replaceAll(this::shaped);
            each.second().replaceAll(this::shaped);
        });
        nodes.forEach(each -> each.replaceAll(this::shaped));
        StringBuilder text =
                new StringBuilder("{ " + (ofHost ? "mapped " : "") + RaceExtraction.VARIABLE + "=0; }\n host ;\n");
        host.forEach(each -> text.append(' ').append(each).append(" ;\n"));
        for (int i = 0; i < graphs.works().size(); i++) {
            if (kind(i) != Work.Kind.GRAPH) {
                text.append(programs.get(i).text());
            }
        }
        for (int i = 0; i < graphs.works().size(); i++) {
            if (kind(i) == Work.Kind.GRAPH) {
                text.append("graph G").append(i).append('\n');
                nodes.get(i).forEach(each -> text.append(" node ").append(each).append(" ;\n"));
            }
        }
        return text.append("exists (").append(question()).append(")\n").toString();
    }

    private Work.Kind kind(int work) {
        return graphs.works().get(work).kind();
    }

    /** The work that a dependent one does not wait for. */
    private int ahead() {
        return graphs.dependent() == graphs.first() ? graphs.second() : graphs.first();
    }

    /** The works, of which a dependent one follows the one ahead of it, and the host's launches are in the order of the run. */
    private List<Integer> inOrder() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < graphs.works().size(); i++) {
            order.add(i);
        }
        boolean secondFirst =
                graphs.dependent() == HOST ? !launches.firstIsEarlier() : graphs.dependent() == graphs.first();
        if (secondFirst) {
            // The works that lead to the second access alone stand behind those that lead to the first.
            Collections.rotate(order, -(graphs.first() + 1));
        }
        return order;
    }

    private void launch(int index) {
        Work work = graphs.works().get(index);
        boolean depends = graphs.dependent() == index && kind(ahead()) == work.kind();
        String kernel = programs.get(index).name() + "<<<1,#" + index + ">>> ()";
        switch (work.kind()) {
            case GRAPH ->
                rows(work.launcher()).add("launch g" + index + " G" + index + " stream " + stream(work, index));
            case NODE ->
                nodes.get(work.launcher())
                        .add("n" + index + " " + kernel + (depends ? " after programmatic n" + ahead() : ""));
            case GRID ->
                rows(work.launcher())
                        .add("launch k" + index + " " + kernel + (depends ? " programmatic" : "") + " stream "
                                + stream(work, depends ? ahead() : index));
        }
    }

    private static String stream(Work work, int index) {
        return switch (work.stream()) {
            case ORDERED -> "S" + index;
            case FIRE_AND_FORGET -> "faf";
            case TAIL -> "tail";
            case SIBLING -> "sibling";
        };
    }

    private List<String> rows(int launcher) {
        return launcher == HOST ? host : programs.get(launcher).first();
    }

    private void access(int work, RacingAccess access, int value) {
        String statement = RaceExtraction.statement(access, value);
        if (isSecondThread(work)) {
            programs.get(work).second().add(statement);
        } else {
            rows(work).add(statement);
        }
    }

    /** Whether another thread of the kernel that makes an access launches. */
    private boolean isSecondThread(int work) {
        return work != HOST
                && !graphs.launcherAccesses()
                && graphs.works().stream().anyMatch(each -> each.launcher() == work);
    }

    /** A row with the number of threads of the kernel that it launches. */
    private String shaped(String row) {
        int mark = row.indexOf('#');
        if (mark < 0) {
            return row;
        }
        int end = row.indexOf('>', mark);
        int kernel = Integer.parseInt(row.substring(mark + 1, end));
        return row.substring(0, mark) + programs.get(kernel).threads() + row.substring(end);
    }

    private String question() {
        boolean firstReads = RaceExtraction.isRead(race.first());
        if (!firstReads && !RaceExtraction.isRead(race.second())) {
            return RaceExtraction.VARIABLE + " == 1";
        }
        int reader = firstReads ? graphs.first() : graphs.second();
        String thread = reader == HOST
                ? "host"
                : (kind(reader) == Work.Kind.NODE ? "n" : "k") + reader + (isSecondThread(reader) ? ".1" : ".0");
        return thread + ":" + RaceExtraction.REGISTER + " == 0";
    }
}
