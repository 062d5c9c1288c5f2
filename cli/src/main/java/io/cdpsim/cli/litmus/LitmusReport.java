package io.cdpsim.cli.litmus;

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

/** A result as text, laid out as herd7 does, with how many executions reach each state. */
final class LitmusReport {
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
            line(text, "No state: what forall asks holds of every one of none");
        }
        line(
                text,
                question.quantifier() == Quantifier.NONE
                        ? "Condition none: the test asks nothing; exists, ~exists or forall below its rows would"
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
}
