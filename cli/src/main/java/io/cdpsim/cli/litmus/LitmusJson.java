package io.cdpsim.cli.litmus;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.memory.consistency.DeclarationResult;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.explain.Explanation;
import io.cdpsim.memory.consistency.outcome.DataRace;
import io.cdpsim.memory.consistency.outcome.FinalState;
import io.cdpsim.memory.consistency.trace.UndefinedAct;
import io.cdpsim.memory.litmus.FinalCondition;
import io.cdpsim.workloads.litmus.SimulationComparison;
import java.io.IOException;
import java.util.Optional;

/** A result as an object of JSON. */
final class LitmusJson {
    private LitmusJson() {}

    static void write(
            LitmusResult result,
            Optional<Explanation> explanation,
            Optional<SimulationComparison> simulation,
            JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("file", result.test().file());
        json.writeStringField("name", result.test().name());
        json.writeStringField("verdict", result.holds() ? "Ok" : "No");
        json.writeStringField("observation", result.observation().label());
        if (result.test().question().quantifier() == FinalCondition.Quantifier.NONE) {
            json.writeNullField("condition");
        } else {
            json.writeStringField("condition", result.test().question().text().replaceAll("\\s+", " "));
        }
        if (result.isVacuous()) {
            json.writeBooleanField("vacuous", true);
        }
        json.writeArrayFieldStart("states");
        for (FinalState each : result.states()) {
            json.writeStartObject();
            json.writeStringField("state", each.state());
            json.writeNumberField("executions", each.executions());
            if (!each.waiting().isEmpty()) {
                json.writeArrayFieldStart("waiting");
                for (String thread : each.waiting()) {
                    json.writeString(thread);
                }
                json.writeEndArray();
            }
            if (!each.isDefined()) {
                json.writeStringField("undefined", each.undefined());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("executions", result.executions());
        json.writeNumberField("positive", result.positive());
        json.writeNumberField("negative", result.negative());
        json.writeBooleanField("loops_cut", result.loopsCut());
        json.writeArrayFieldStart("races");
        for (DataRace each : result.races()) {
            json.writeStartObject();
            json.writeStringField("first", each.first());
            json.writeStringField("second", each.second());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (!result.undefined().isEmpty()) {
            json.writeArrayFieldStart("undefined");
            for (UndefinedAct each : result.undefined()) {
                json.writeStartObject();
                json.writeStringField("rule", each.rule());
                json.writeStringField("what", each.what());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        if (!result.declarations().isEmpty()) {
            json.writeArrayFieldStart("declarations");
            for (DeclarationResult each : result.declarations()) {
                json.writeStartObject();
                json.writeStringField(
                        "kind", EnumConverter.label(each.declaration().kind()));
                json.writeStringField("declaration", each.declaration().text());
                json.writeStringField("rule", each.declaration().rule());
                json.writeBooleanField("holds", each.holds());
                json.writeNumberField("executions", each.executions());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        if (explanation.isPresent()) {
            json.writeObjectFieldStart("explanation");
            json.writeBooleanField("reachable", explanation.get().reachable());
            json.writeStringField("text", explanation.get().text());
            json.writeEndObject();
        }
        if (simulation.isPresent()) {
            SimulationReport.write(simulation.get(), json);
        }
        json.writeEndObject();
    }

    static void writeError(String file, String problem, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("file", file);
        json.writeStringField("error", problem);
        json.writeEndObject();
    }
}
