package io.cdpsim.semantics.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.RaceLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.GraphLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch.Stream;
import io.cdpsim.memory.visibility.report.RaceLaunches.Work;
import io.cdpsim.memory.visibility.report.RaceLaunches.Work.Kind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.catalog.RuleScenarios;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The test that is extracted from a race shows that race by the axioms, which share no code with the checker of running programs. */
class RaceExtractionTest {
    private static final Set<String> RACING_RULES =
            Set.of("MEM-2", "MEM-3", "MEM-4", "MEM-5", "MEM-6", "MEM-7", "MEM-10");

    @Test
    void everyRaceOfTheScenariosOfMemoryRulesIsARaceOfItsTest() {
        Set<RaceKind> kinds = new TreeSet<>();
        for (RuleScenario scenario : RuleScenarios.all()) {
            if (!scenario.reachesAll() || !RACING_RULES.contains(scenario.rule())) {
                continue;
            }
            for (String profile : scenario.profiles()) {
                ProgramMachine lab = new ProgramMachine(
                        MachineSettings.of(Profiles.load(profile)).withCheck(true));
                scenario.program().apply(lab);
                Dialect dialect = Profiles.load(profile).cdp() == CdpSupport.CDP1 ? Dialect.CDP1 : Dialect.CDP2;
                for (Race race : lab.machine().visibility().races()) {
                    kinds.add(race.kind());
                    showsTheRace(race, dialect);
                }
            }
        }
        assertThat(kinds)
                .contains(
                        RaceKind.STORE_AFTER_LAUNCH,
                        RaceKind.CHILD_RESULT,
                        RaceKind.CHILD_RESULT_CDP1,
                        RaceKind.NOT_SEEN_BY_LAUNCHER,
                        RaceKind.SIBLINGS);
    }

    private static LitmusResult showsTheRace(Race race, Dialect dialect) {
        String text = new RaceExtraction(race, dialect).text("race");
        LitmusResult result = new LitmusChecker(1).check(LitmusParser.parse("race", text));
        assertThat(result.races()).as(text).hasSize(1);
        assertThat(result.holds()).as(text).isTrue();
        return result;
    }

    private static RacingAccess access(String code, String does, String strength) {
        return new RacingAccess(code, true, 1, 0, 0, "a.cu:3, instruction 1", does, strength);
    }

    private static Race race(RaceLaunches launches, RacingAccess first, RacingAccess second) {
        return new Race(RaceKind.SIBLINGS, first, second, 0, List.of("0"), 1, launches);
    }

    @Test
    void siblingsStandInTheOrderOfTheirLaunchesEachInItsStream() {
        RaceLaunches launches = new RaceLaunches(
                false,
                true,
                true,
                false,
                List.of(new Launch("graph", Stream.TAIL), new Launch("node a", Stream.ORDERED)),
                List.of(new Launch("3rd::kernel<int>", Stream.FIRE_AND_FORGET)));
        Race race = race(launches, access("node a", "writes", "weak"), access("3rd::kernel<int>", "reads", "weak"));
        assertThat(new RaceExtraction(race, Dialect.CDP2).text("t").lines().skip(4))
                .containsExactly(
                        "{ x=0; }",
                        " P0@cta 0,gpu 0 ;",
                        " launch b1 k3rd__kernel_int_<<<1,1>>> () stream faf ;",
                        " launch a1 graph<<<1,1>>> () stream tail ;",
                        "kernel node_a ()",
                        " T ;",
                        " st.weak x, 1 ;",
                        "kernel graph ()",
                        " T ;",
                        " launch a2 node_a<<<1,1>>> () stream Sa ;",
                        "kernel k3rd__kernel_int_ ()",
                        " T ;",
                        " ld.weak r0, x ;",
                        "exists (b1.0:r0 == 0)");
    }

    @Test
    void everyPlaceOfTwoThreadsRaces() {
        List<Launch> none = List.of();
        List<Launch> child = List.of(new Launch("k", Stream.ORDERED));
        List<Launch> free = List.of(new Launch("k", Stream.FIRE_AND_FORGET));
        List<Launch> deep = List.of(new Launch("k", Stream.ORDERED), new Launch("k", Stream.ORDERED));
        for (boolean fromHost : new boolean[] {false, true}) {
            for (boolean sameThread : new boolean[] {false, true}) {
                for (List<Launch> first : List.of(none, child, free, deep)) {
                    boolean oneOnly = first.isEmpty() && fromHost && !sameThread;
                    if (!oneOnly) {
                        RaceLaunches launches = new RaceLaunches(fromHost, sameThread, sameThread, true, first, deep);
                        for (String does : List.of("reads", "writes", "updates")) {
                            String strength = does.equals("updates") ? "block scope" : "weak";
                            showsTheRace(
                                    race(launches, access("p", does, strength), access("k", "writes", "weak")),
                                    Dialect.CDP2);
                            showsTheRace(
                                    race(launches, access("p", "writes", "weak"), access("k", does, strength)),
                                    Dialect.CDP2);
                        }
                    }
                }
            }
        }
        RaceLaunches blocks = RaceLaunches.OF_BLOCKS;
        showsTheRace(race(blocks, access("k", "writes", "weak"), access("k", "reads", "device scope")), Dialect.CDP1);
        RaceLaunches threads = new RaceLaunches(false, false, true, true, none, none);
        showsTheRace(race(threads, access("k", "writes", "weak"), access("k", "writes", "weak")), Dialect.CDP2);
    }

    private static RaceLaunches ofGraphs(boolean firstIsEarlier, GraphLaunches graphs) {
        return new RaceLaunches(false, false, false, firstIsEarlier, List.of(), List.of(), Optional.of(graphs));
    }

    @Test
    void aGraphLetGoByANodeStandsAsAGraph() {
        List<Work> works = List.of(
                new Work(Kind.GRAPH, "a graph", Stream.ORDERED, -1),
                new Work(Kind.NODE, "launcher", Stream.ORDERED, 0),
                new Work(Kind.GRAPH, "a graph", Stream.FIRE_AND_FORGET, 1),
                new Work(Kind.NODE, "write", Stream.ORDERED, 2));
        Race race = race(
                ofGraphs(true, new GraphLaunches(works, 1, 3, -1, true)),
                access("launcher", "reads", "weak"),
                access("write", "writes", "weak"));
        assertThat(new RaceExtraction(race, Dialect.CDP2).text("t").lines().skip(4))
                .containsExactly(
                        "{ x=0; }",
                        " host ;",
                        " launch g0 G0 stream S0 ;",
                        "kernel launcher ()",
                        " T ;",
                        " launch g2 G2 stream faf ;",
                        " ld.weak r0, x ;",
                        "kernel write ()",
                        " T ;",
                        " st.weak x, 2 ;",
                        "graph G0",
                        " node n1 launcher<<<1,1>>> () ;",
                        "graph G2",
                        " node n3 write<<<1,1>>> () ;",
                        "exists (n1.0:r0 == 0)");
    }

    @Test
    void aDependentNodeHasAProgrammaticEdgeAndADependentGridTheStreamOfTheOneAhead() {
        List<Work> nodes = List.of(
                new Work(Kind.GRAPH, "a graph", Stream.ORDERED, -1),
                new Work(Kind.NODE, "read", Stream.ORDERED, 0),
                new Work(Kind.NODE, "write", Stream.ORDERED, 0));
        RacingAccess read = access("read", "reads", "weak");
        RacingAccess write = access("write", "writes", "weak");
        Race ofNodes = race(ofGraphs(false, new GraphLaunches(nodes, 1, 2, 1, false)), read, write);
        assertThat(new RaceExtraction(ofNodes, Dialect.CDP2).text("t"))
                .contains(" node n2 write<<<1,1>>> () ;\n node n1 read<<<1,1>>> () after programmatic n2 ;\n");
        showsTheRace(ofNodes, Dialect.CDP2);
        List<Work> grids = List.of(
                new Work(Kind.GRID, "write", Stream.ORDERED, -1), new Work(Kind.GRID, "read", Stream.ORDERED, -1));
        Race ofGrids = race(ofGraphs(true, new GraphLaunches(grids, 0, 1, 1, false)), write, read);
        assertThat(new RaceExtraction(ofGrids, Dialect.CDP2).text("t"))
                .contains(" launch k0 write<<<1,1>>> () stream S0 ;\n"
                        + " launch k1 read<<<1,1>>> () programmatic stream S0 ;\n");
        showsTheRace(ofGrids, Dialect.CDP2);
    }

    /** The host launches a graph whose node launches another one; the second access is by a node of either, by a grid of the host or by the host. */
    @Test
    void everyPlaceOfTwoThreadsRacesWhereGraphsAreOnTheWay() {
        for (Stream stream : List.of(Stream.FIRE_AND_FORGET, Stream.SIBLING, Stream.TAIL)) {
            List<Work> works = List.of(
                    new Work(Kind.GRAPH, "a graph", Stream.ORDERED, -1),
                    new Work(Kind.NODE, "launcher", Stream.ORDERED, 0),
                    new Work(Kind.GRAPH, "a graph", stream, 1),
                    new Work(Kind.NODE, "inner", Stream.ORDERED, 2),
                    new Work(Kind.GRID, "grid", Stream.ORDERED, -1),
                    new Work(Kind.NODE, "inner", Stream.ORDERED, 2));
            for (int other : new int[] {-1, 1, 4, 5}) {
                // A node is before the tails of its graph.
                if (other == 1 && stream == Stream.TAIL) {
                    continue;
                }
                for (boolean sameThread : new boolean[] {false, true}) {
                    for (String does : List.of("reads", "writes", "updates")) {
                        String strength = does.equals("updates") ? "block scope" : "weak";
                        showsTheRace(
                                race(
                                        ofGraphs(true, new GraphLaunches(works, 3, other, -1, sameThread)),
                                        access("inner", "writes", "weak"),
                                        access("other", does, strength)),
                                Dialect.CDP2);
                        showsTheRace(
                                race(
                                        ofGraphs(true, new GraphLaunches(works, 3, other, -1, sameThread)),
                                        access("inner", does, strength),
                                        access("other", "writes", "weak")),
                                Dialect.CDP2);
                    }
                }
            }
        }
    }
}
