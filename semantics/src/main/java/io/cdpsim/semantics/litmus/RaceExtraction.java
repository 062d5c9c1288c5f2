package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.visibility.report.RaceLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A race of a run as a litmus test: the two accesses, and the launches that lead to them from the last grid that both have in common, or from the host where graphs or dependent
 * launches are among them. Whatever
 * else the program does is left out; it orders the two no better, since they raced.
 */
public final class RaceExtraction {
    static final String VARIABLE = "x";
    static final String REGISTER = "r0";

    private final Race race;
    private final Dialect dialect;
    private final RaceLaunches launches;
    private final List<String> kernels = new ArrayList<>();
    private final Set<String> kernelNames = new LinkedHashSet<>();

    /**
     * Prepares the extraction.
     *
     * @param dialect the version of dynamic parallelism under which the program ran
     */
    public RaceExtraction(Race race, Dialect dialect) {
        this.race = race;
        this.dialect = dialect;
        this.launches = race.launches();
    }

    /**
     * The test as text.
     *
     * @param name its name: letters, digits and {@code - _ .}
     */
    public String text(String name) {
        if (launches.graphs().isPresent()) {
            return heading(name)
                    + new GraphRaceText(race, launches, launches.graphs().get()).sections();
        }
        Side first = side("a", 1, race.first(), launches.first());
        Side second = side("b", 2, race.second(), launches.second());
        StringBuilder text = new StringBuilder(heading(name));
        text.append("{ ")
                .append(launches.fromHost() ? "mapped " : "")
                .append(VARIABLE)
                .append("=0; }\n");
        boolean isOneColumn = launches.fromHost() || launches.sameThread();
        if (isOneColumn) {
            text.append(launches.fromHost() ? " host" : " P0@cta 0,gpu 0").append(" ;\n");
            for (Side each : inOrder(first, second)) {
                text.append(' ').append(each.root()).append(" ;\n");
            }
        } else {
            text.append(" P0@cta 0,gpu 0 | P1@cta ")
                    .append(launches.sameBlock() ? 0 : 1)
                    .append(",gpu 0 ;\n ")
                    .append(first.root())
                    .append(" | ")
                    .append(second.root())
                    .append(" ;\n");
        }
        kernels.forEach(text::append);
        return text.append("exists (")
                .append(question(first, second, isOneColumn))
                .append(")\n")
                .toString();
    }

    private String heading(String name) {
        StringBuilder text =
                new StringBuilder("PTX " + name + " " + (dialect == Dialect.CDP1 ? "cdp1" : "cdp2") + "\n");
        quoted(text, race.kind().title() + " (" + race.kind().rule() + ")");
        quoted(text, described(race.first()));
        quoted(text, described(race.second()));
        return text.toString();
    }

    /**
     * A side of the race.
     *
     * @param access the access
     * @param root what the common grid's thread does for it
     * @param thread the accessing thread's name in conditions, below the common grid; empty for the thread itself
     */
    private record Side(RacingAccess access, String root, String thread) {
        boolean reads() {
            return isRead(access);
        }
    }

    private Side side(String prefix, int value, RacingAccess access, List<Launch> path) {
        String statement = statement(access, value);
        for (int i = path.size(); i > 0; i--) {
            String kernel = kernel(path.get(i - 1).code());
            kernels.add("kernel " + kernel + " ()\n T ;\n " + statement + " ;\n");
            statement =
                    "launch " + prefix + i + " " + kernel + "<<<1,1>>> () stream " + stream(path.get(i - 1), prefix);
        }
        return new Side(access, statement, path.isEmpty() ? "" : prefix + path.size() + ".0");
    }

    private static String stream(Launch launch, String prefix) {
        return switch (launch.stream()) {
            case ORDERED -> "S" + prefix;
            // A sibling of a graph is on the way of GraphRaceText alone.
            case FIRE_AND_FORGET, SIBLING -> "faf";
            case TAIL -> "tail";
        };
    }

    private String kernel(String code) {
        return kernelName(code, kernelNames);
    }

    /** A name for a kernel of the test that no other has. */
    static String kernelName(String code, Set<String> kernelNames) {
        String plain = code.replaceAll("[^A-Za-z0-9_]", "_").replaceAll("^(?=[^A-Za-z])", "k");
        String name = plain;
        for (int i = 2; !kernelNames.add(name); i++) {
            name = plain + "_" + i;
        }
        return name;
    }

    static boolean isRead(RacingAccess access) {
        return access.does().equals("reads");
    }

    /** The access as a statement, with a value to write. */
    static String statement(RacingAccess access, int value) {
        String scope = switch (access.strength().split(" ", -1)[0]) {
            case "block" -> "relaxed.cta";
            case "device" -> "relaxed.gpu";
            case "system" -> "relaxed.sys";
            default -> "weak";
        };
        return switch (access.does()) {
            case "reads" -> "ld." + scope + " " + REGISTER + ", " + VARIABLE;
            case "updates" -> "atom." + scope + ".exch " + REGISTER + ", " + VARIABLE + ", " + value;
            default -> "st." + scope + " " + VARIABLE + ", " + value;
        };
    }

    /** What one thread does for both: a launch before its own access, else in the order of the run. */
    private List<Side> inOrder(Side first, Side second) {
        boolean isSecondFirst = launches.first().isEmpty() || !launches.firstIsEarlier();
        return isSecondFirst ? List.of(second, first) : List.of(first, second);
    }

    /** Whether the read may miss the write, or the first write may be the last. */
    private String question(Side first, Side second, boolean isOneColumn) {
        if (!first.reads() && !second.reads()) {
            return VARIABLE + " == 1";
        }
        Side reader = first.reads() ? first : second;
        String root = launches.fromHost() ? "host" : isOneColumn || first.reads() ? "P0" : "P1";
        String thread = reader.thread().isEmpty() ? root : reader.thread();
        return thread + ":" + REGISTER + " == 0";
    }

    private static String described(RacingAccess access) {
        return (access.isKernel() ? "kernel " : "") + access.code() + " " + access.does()
                + (access.strength().equals("weak") ? "" : ", " + access.strength())
                + (access.place().isEmpty() ? "" : ": " + access.place());
    }

    private static void quoted(StringBuilder text, String words) {
        text.append('"')
                .append(words.replace('"', '\'').replaceAll("\\s+", " "))
                .append("\"\n");
    }
}
