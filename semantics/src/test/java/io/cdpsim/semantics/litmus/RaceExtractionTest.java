package io.cdpsim.semantics.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.RaceLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch.Stream;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.catalog.RuleScenarios;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
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
}
