package io.cdpsim.cli.litmus;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.semantics.litmus.SimulationComparison;
import java.util.Optional;

/** A result as an object of JSON. */
final class LitmusJson {
    private LitmusJson() {}

    static void write(
            LitmusResult result,
            Optional<Explanation> explanation,
            Optional<SimulationComparison> simulation,
            JsonWriter json) {
        json.put("file", result.test().file());
        json.put("name", result.test().name());
        json.put("verdict", result.verdict().label());
        json.put("observation", result.observation().label());
        if (result.test().question().quantifier() == FinalCondition.Quantifier.NONE) {
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
        });
        json.put("executions", result.executions());
        json.put("positive", result.positive());
        json.put("negative", result.negative());
        json.put("loops_cut", result.loopsCut());
        if (result.extent() != LitmusResult.Extent.ALL) {
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
        if (explanation.isPresent()) {
            json.object("explanation", () -> {
                json.put("reachable", explanation.get().reachable());
                json.put("text", explanation.get().text());
            });
        }
        if (simulation.isPresent()) {
            SimulationReport.write(simulation.get(), json);
        }
    }

    static void writeError(String file, String problem, JsonWriter json) {
        json.put("file", file);
        json.put("error", problem);
    }
}
