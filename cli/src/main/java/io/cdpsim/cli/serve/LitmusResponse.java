package io.cdpsim.cli.serve;

import io.cdpsim.cli.litmus.LitmusReport;
import io.cdpsim.cli.litmus.picture.ExecutionSvg;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Checks a litmus test in its own process and prints every outcome, with an execution that reaches it and its picture. */
final class LitmusResponse {
    /** Most outcomes with a picture, since drawing takes time. */
    private static final int DRAWN = 24;

    private LitmusResponse() {}

    /**
     * Prints the answer as JSON.
     *
     * @param args the test's file
     */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int exitCode = ExitCode.DONE;
        try {
            out.print(of(LitmusParser.read(Path.of(args[0]))));
        } catch (LitmusException e) {
            err.println("cdpsim: " + PrintableText.line(String.valueOf(e.getMessage())));
            exitCode = ExitCode.WRONG_USE;
        }
        out.flush();
        System.exit(exitCode);
    }

    /** The answer for a test. */
    static String of(LitmusTest test) {
        LitmusChecker checker = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND);
        LitmusResult result = checker.check(test);
        int[] drawn = {0};
        return JsonWriter.text(json -> LitmusReport.write(
                json.pairs("legend", ExecutionSvg.legend().entrySet(), Map.Entry::getKey, Map.Entry::getValue),
                result,
                each -> {
                    json.put("satisfies", each.satisfies() && each.isDefined());
                    if (each.isDefined() && each.waiting().isEmpty() && drawn[0]++ < DRAWN) {
                        explain(json, checker, test, each.state());
                    }
                }));
    }

    private static void explain(JsonWriter json, LitmusChecker checker, LitmusTest test, String state) {
        Explanation explanation;
        try {
            explanation = checker.explain(test, state);
        } catch (LitmusException e) {
            // A state that cannot be explained is listed without a picture.
            return;
        }
        json.put("text", explanation.text());
        if (explanation.picture().isPresent()) {
            json.put("picture", ExecutionSvg.text(explanation.picture().get().upToLastAccess()));
        }
    }
}
