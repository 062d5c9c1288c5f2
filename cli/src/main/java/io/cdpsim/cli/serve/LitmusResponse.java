package io.cdpsim.cli.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.litmus.picture.ExecutionSvg;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.explain.Explanation;
import io.cdpsim.memory.consistency.outcome.DataRace;
import io.cdpsim.memory.consistency.outcome.FinalState;
import io.cdpsim.memory.consistency.trace.UndefinedAct;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What the process of a litmus test prints: every outcome, each with an execution that ends so and its picture. */
final class LitmusResponse {
    /** Drawing takes its time; of so many outcomes each has its picture. */
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
        return JsonWriter.text(json -> write(json, checker, test, result));
    }

    private static void write(JsonGenerator json, LitmusChecker checker, LitmusTest test, LitmusResult result)
            throws IOException {
        json.writeStringField("name", result.test().name());
        json.writeBooleanField("holds", result.holds());
        json.writeStringField("observation", result.observation().label());
        json.writeStringField("condition", result.test().question().text().replaceAll("\\s+", " "));
        json.writeNumberField("executions", result.executions());
        json.writeBooleanField("loopsCut", result.loopsCut());
        json.writeArrayFieldStart("states");
        int drawn = 0;
        for (FinalState each : result.states()) {
            json.writeStartObject();
            json.writeStringField("state", each.state());
            json.writeNumberField("executions", each.executions());
            json.writeBooleanField("satisfies", each.satisfies() && each.isDefined());
            json.writeStringField("waiting", String.join(", ", each.waiting()));
            json.writeStringField("undefined", each.undefined());
            if (each.isDefined() && each.waiting().isEmpty() && drawn++ < DRAWN) {
                explain(json, checker, test, each.state());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("races");
        for (DataRace each : result.races()) {
            json.writeStartObject();
            json.writeStringField("first", each.first());
            json.writeStringField("second", each.second());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("undefined");
        for (UndefinedAct each : result.undefined()) {
            json.writeString(each.rule() + ": " + each.what());
        }
        json.writeEndArray();
    }

    private static void explain(JsonGenerator json, LitmusChecker checker, LitmusTest test, String state)
            throws IOException {
        Explanation explanation;
        try {
            explanation = checker.explain(test, state);
        } catch (LitmusException e) {
            // A state that cannot be asked for has no picture; it is listed all the same.
            return;
        }
        json.writeStringField("text", explanation.text());
        if (explanation.picture().isPresent()) {
            json.writeStringField(
                    "picture", ExecutionSvg.text(explanation.picture().get()));
        }
    }
}
