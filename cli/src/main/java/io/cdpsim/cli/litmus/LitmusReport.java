package io.cdpsim.cli.litmus;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.DeclarationResult;
import io.cdpsim.memory.consistency.LitmusResult.Extent;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.outcome.RaceFinder.DataRace;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition.Quantifier;
import java.util.Locale;
import java.util.function.Consumer;

/** A result as text, laid out as by herd7 with the number of executions that reach each state, and as JSON. */
public final class LitmusReport {
    private LitmusReport() {}

    static String text(LitmusResult result) {
        FinalCondition question = result.test().question();
        String name = PrintableText.line(result.test().name());
        StringBuilder text = new StringBuilder();
        line(text, "Test " + name + " " + kind(question.quantifier()));
        line(text, "States " + result.states().size());
        for (FinalState state : result.states()) {
            String mark = state.satisfies() && state.isDefined() ? "*" : ":";
            String note = (state.waiting().isEmpty() ? "" : " waiting for ever: " + String.join(", ", state.waiting()))
                    + (state.isDefined() ? "" : " undefined: " + state.undefined());
            line(text, String.format(Locale.ROOT, "%-6d%s>%s%s", state.executions(), mark, state.state(), note));
        }
        line(text, result.verdict().label());
        boolean negated = question.quantifier() == Quantifier.NOT_EXISTS;
        line(text, "Witnesses");
        line(
                text,
                "Positive: " + (negated ? result.negative() : result.positive()) + " Negative: "
                        + (negated ? result.positive() : result.negative()));
        for (UndefinedBehavior each : result.undefined()) {
            line(text, "Undefined " + each.rule() + ": " + each.what());
        }
        for (DataRace each : result.races()) {
            line(text, "Flag race: " + each.first() + " | " + each.second());
        }
        for (DeclarationResult each : result.declarations()) {
            line(
                    text,
                    "Declared " + each.declaration().text() + ": " + claim(each.verdict()) + " (" + each.executions()
                            + (each.executions() == 1 ? " execution)" : " executions)"));
        }
        if (result.loopsCut()) {
            line(
                    text,
                    "Loops cut: executions with more turns are left out and may reach other states; --bound N allows"
                            + " more");
        }
        if (result.extent() == Extent.UNTIL_TIME_LIMIT) {
            line(text, "Time limit reached: other executions exist or may exist; --time-limit N allows more");
        }
        if (result.extent() == Extent.UNTIL_DECIDED) {
            line(text, "Decided: only states that decide are shown, and no races");
        }
        if (result.isVacuous()) {
            line(text, "No state: forall holds vacuously");
        }
        line(
                text,
                question.quantifier() == Quantifier.NONE
                        ? "Condition none: the test states none; exists, ~exists or forall below its rows would"
                        : "Condition " + question.text().replaceAll("\\s+", " "));
        if (result.extent() == Extent.UNTIL_DECIDED) {
            return text.toString();
        }
        line(
                text,
                "Observation " + name + " " + result.observation().label() + " " + result.positive() + " "
                        + result.negative());
        return text.toString();
    }

    private static String claim(Verdict verdict) {
        return switch (verdict) {
            case OK -> "holds";
            case NO -> "DOES NOT HOLD";
            case UNKNOWN -> "is unknown";
        };
    }

    private static String kind(Quantifier quantifier) {
        return switch (quantifier) {
            case EXISTS -> "Allowed";
            case NOT_EXISTS -> "Forbidden";
            case FORALL -> "Required";
            case NONE -> "Unasked";
        };
    }

    private static void line(StringBuilder text, String line) {
        text.append(PrintableText.line(line)).append('\n');
    }

    /**
     * Writes a result as the fields of an object.
     *
     * @param more writes further fields of a final state
     */
    public static void write(JsonWriter json, LitmusResult result, Consumer<FinalState> more) {
        json.put("file", result.test().file());
        json.put("name", result.test().name());
        json.put("verdict", result.verdict().label());
        json.put("observation", result.observation().label());
        if (result.test().question().quantifier() == Quantifier.NONE) {
            json.putNull("condition");
        } else {
            json.put("condition", result.test().question().text().replaceAll("\\s+", " "));
        }
        if (result.isVacuous()) {
            json.put("vacuous", true);
        }
        json.objects("states", result.states(), each -> {
            json.put("state", each.state());
            json.put("executions", each.executions());
            if (!each.waiting().isEmpty()) {
                json.strings("waiting", each.waiting());
            }
            if (!each.isDefined()) {
                json.put("undefined", each.undefined());
            }
            more.accept(each);
        });
        json.put("executions", result.executions());
        json.put("positive", result.positive());
        json.put("negative", result.negative());
        json.put("loops_cut", result.loopsCut());
        if (result.extent() != Extent.ALL) {
            json.put("extent", EnumConverter.label(result.extent()));
        }
        json.objects("races", result.races(), each -> {
            json.put("first", each.first());
            json.put("second", each.second());
        });
        if (!result.undefined().isEmpty()) {
            json.objects("undefined", result.undefined(), each -> {
                json.put("rule", each.rule());
                json.put("what", each.what());
            });
        }
        if (!result.declarations().isEmpty()) {
            json.objects("declarations", result.declarations(), each -> {
                json.put("kind", EnumConverter.label(each.declaration().kind()));
                json.put("declaration", each.declaration().text());
                json.put("rule", each.declaration().rule());
                json.put("holds", each.holds());
                if (each.verdict() == LitmusResult.Verdict.UNKNOWN) {
                    json.put("unknown", true);
                }
                json.put("executions", each.executions());
            });
        }
    }
}
