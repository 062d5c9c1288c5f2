package io.cdpsim.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.cli.rules.RuleReport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.semantics.rules.catalog.Rule;
import java.util.List;

/** Responses to the page as JSON. */
final class JsonResponses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonResponses() {}

    /** The programs and profiles to choose from, and the missing tools. */
    static String start(List<SampleProgram> programs, HostCapabilities capabilities, RunProcess.Limits limits) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode all = answer.putArray("programs");
        for (SampleProgram each : programs) {
            all.addObject()
                    .put("id", each.id())
                    .put("group", each.group())
                    .put("title", each.title())
                    .put("kind", each.kind().label())
                    .put("note", each.note());
        }
        ArrayNode profiles = answer.putArray("profiles");
        Profiles.names().forEach(profiles::add);
        answer.put("cuda", capabilities.cuda().isEmpty());
        answer.put("cudaMissing", capabilities.cuda());
        answer.put("sandboxed", capabilities.sandbox().isPresent());
        answer.put("seconds", limits.seconds());
        return answer.toString();
    }

    /** A program's files. */
    static String program(SampleProgram program, List<SampleProgram.ProgramFile> files) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("kind", program.kind().label()).put("title", program.title()).put("note", program.note());
        ArrayNode all = answer.putArray("files");
        for (SampleProgram.ProgramFile each : files) {
            all.addObject().put("name", each.name()).put("text", each.text());
        }
        return answer.toString();
    }

    /**
     * The outcome of a run.
     *
     * @param timeline the path of its page; empty if it has none
     */
    static String run(RunProcess.Outcome end, String timeline) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("how", end.how().label())
                .put("exit", end.exitCode())
                .put("seconds", end.seconds())
                .put("out", end.out())
                .put("err", end.err())
                .put("timeline", timeline);
        answer.set("result", tree(end.result()));
        return answer.toString();
    }

    private static JsonNode tree(String text) {
        try {
            return text.isBlank() ? JSON.nullNode() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.nullNode();
        }
    }

    /** A rule. */
    static String rule(Rule rule) {
        return JSON.createObjectNode()
                .put("id", rule.id())
                .put("title", rule.title())
                .put("text", rule.text())
                .put("version", rule.version())
                .put("status", RuleReport.words(rule.status()))
                .toString();
    }

    /** Whether a run was in flight and is cancelled. */
    static String cancellation(boolean isCancelled) {
        return JSON.createObjectNode().put("cancelled", isCancelled).toString();
    }

    /** An error message. */
    static String problem(String words) {
        return JSON.createObjectNode().put("problem", words).toString();
    }
}
