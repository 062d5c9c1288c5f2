package io.cdpsim.cli.check;

import io.cdpsim.cli.litmus.picture.ExecutionSvg;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.litmus.RaceExtraction;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The races of checked programs as litmus tests with pictures. */
final class RaceFiles {
    private RaceFiles() {}

    /** A race as a litmus test: a file name without its ending, and the text. */
    record RaceTest(String name, String text) {}

    /**
     * Each race of some runs once, apart from those that the program declares as intended.
     *
     * @param program the name of the program, which the names of the tests start with
     */
    static List<RaceTest> races(List<ObservedRun> runs, String program) {
        List<RaceTest> tests = new ArrayList<>();
        Set<Set<String>> known = new HashSet<>();
        String stem = String.valueOf(Path.of(program).getFileName())
                .replaceFirst("\\.[^.]*$", "")
                .replaceAll("[^A-Za-z0-9_-]", "_");
        for (ObservedRun run : runs) {
            boolean isFirstVersion = run.conditions().gpu().cdp() == CdpSupport.CDP1;
            for (Race race : run.result().map(RaceFiles::unintended).orElse(List.of())) {
                if (known.add(new HashSet<>(List.of(place(race.first()), place(race.second()))))) {
                    String name = stem + "-race-" + (tests.size() + 1);
                    Dialect dialect = isFirstVersion ? Dialect.CDP1 : Dialect.CDP2;
                    tests.add(new RaceTest(name, new RaceExtraction(race, dialect).text(name)));
                }
            }
        }
        return tests;
    }

    private static List<Race> unintended(RunResult result) {
        Set<String> intended = result.intendedRaces().rules();
        return result.visibility()
                .map(report -> report.races().stream()
                        .filter(each -> !intended.contains(each.kind().rule()))
                        // Its order is certain, so a litmus test shows nothing.
                        .filter(each -> each.kind() != RaceKind.TAIL_RESULT)
                        .toList())
                .orElse(List.of());
    }

    private static String place(RacingAccess access) {
        return access.code() + ": " + access.place();
    }

    /**
     * Writes each test and its picture into a folder, which is created where there is none, and reports the files.
     *
     * @return whether all could be written
     */
    static boolean write(List<RaceTest> tests, Path folder, PrintWriter out, PrintWriter err) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            err.println("cdpsim: --litmus " + folder + " cannot be created: " + FileErrors.reason(e));
            return false;
        }
        for (RaceTest each : tests) {
            Path file = folder.resolve(each.name() + ".litmus");
            LitmusTest test = LitmusParser.parse(file.toString(), each.text());
            LitmusChecker checker = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND);
            LitmusResult result = checker.check(test);
            Optional<ExecutionPicture> picture = result.states().stream()
                    .filter(FinalState::satisfies)
                    .findFirst()
                    .flatMap(state -> checker.explain(test, state.state()).picture())
                    .map(ExecutionPicture::withRace);
            Path drawing = folder.resolve(each.name() + ".svg");
            if (!AtomicFile.write(file, each::text, err)
                    || (picture.isPresent()
                            && !AtomicFile.write(drawing, () -> ExecutionSvg.text(picture.get()), err))) {
                return false;
            }
            out.print(PrintableText.line("litmus test " + file + (picture.isPresent() ? ", picture " + drawing : "")
                            + (result.races().isEmpty() ? "; the axioms order its accesses: the race needs more" : ""))
                    + "\n");
        }
        return true;
    }
}
