package io.cdpsim.cli.compare;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.experiments.compare.ComparedRun;
import io.cdpsim.experiments.compare.DeviceTime;
import io.cdpsim.experiments.compare.RunDescription;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;

/** Reads the output of {@code run --json} from a file. */
final class ResultFile {
    private static final long MOST_BYTES = 64L << 20;

    private ResultFile() {}

    /**
     * Reads it.
     *
     * @throws InvalidInputException if it cannot be read or is no result
     */
    static ComparedRun read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new InvalidInputException(file + " has more than 64 MiB; expected what 'run --json' prints");
            }
            JsonNode json = new ObjectMapper().readTree(Files.readString(file));
            if (json == null || !json.path(CommonResults.TIME.name()).isNumber()) {
                throw new InvalidInputException(file + " has no " + CommonResults.TIME.name()
                        + "; expected what 'run --json' prints, best with --breakdown");
            }
            return outcome(json, file);
        } catch (JacksonException e) {
            throw new InvalidInputException(file + " is not JSON: " + e.getOriginalMessage()
                    + "; expected what 'run --json' prints, or a command, such as \"run prog.cu 64\"");
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + FileErrors.reason(e));
        }
    }

    private static ComparedRun outcome(JsonNode json, Path file) {
        JsonNode trust = json.path(CommonResults.TIME_TRUST.name());
        JsonNode error = trust.path("mean_error");
        JsonNode breakdown = json.path(CommonResults.BREAKDOWN.name());
        JsonNode question = json.path(CommonResults.QUESTION.name());
        return new ComparedRun(
                question.isObject() ? Optional.of(asked(question, json)) : Optional.empty(),
                json.path(CommonResults.PROFILE.name()).asText(),
                json.path(CommonResults.TIME.name()).asDouble(),
                json.path(CommonResults.FAILURE.name()).asText(),
                breakdown.isArray() ? Optional.of(breakdown(breakdown, file)) : Optional.empty(),
                trust.path("words").asText(),
                json.path("device_us").isNumber()
                        ? Optional.of(new DeviceTime(
                                json.path("device_us").asDouble(),
                                json.path("host_poll_us").asDouble()))
                        : Optional.empty(),
                error.isNumber() ? OptionalDouble.of(error.asDouble()) : OptionalDouble.empty());
    }

    private static RunDescription asked(JsonNode question, JsonNode json) {
        Map<String, String> options = texts(question.path("options"));
        // As for a run: the values that the workload derived from its options.
        options.replaceAll(
                (name, value) -> json.path(name).isTextual() ? json.path(name).asText() : value);
        return new RunDescription(
                question.path("workload").asText(),
                options,
                question.path("profile").asText(),
                StreamSupport.stream(question.path("set").spliterator(), false)
                        .map(JsonNode::asText)
                        .toList(),
                texts(question.path("machine")));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.fieldNames()
                .forEachRemaining(each -> texts.put(each, object.path(each).asText()));
        return texts;
    }

    private static TimeBreakdown breakdown(JsonNode parts, Path file) {
        Map<CriticalPathComponent, Long> cycles = new EnumMap<>(CriticalPathComponent.class);
        Map<CriticalPathComponent, Double> micros = new EnumMap<>(CriticalPathComponent.class);
        for (JsonNode each : parts) {
            String name = each.path("part").asText();
            CriticalPathComponent part = List.of(CriticalPathComponent.values()).stream()
                    .filter(known -> known.jsonName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(
                            file + " has a part '" + name + "', which this version does not know; run it again"));
            cycles.put(part, each.path("cycles").asLong());
            micros.put(part, each.path("us").asDouble());
        }
        return new TimeBreakdown(cycles, micros);
    }
}
