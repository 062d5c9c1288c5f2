package io.cdpsim.cli.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.semantics.lab.grade.Measurements;
import io.cdpsim.semantics.lab.key.GradingKey.JsonField;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers in the JSON output of this program's commands, each of which runs once, in a process of its own. */
final class CommandMeasurements implements Measurements {
    private final Map<String, JsonNode> outputs = new HashMap<>();

    @Override
    public double value(JsonField field) {
        return number(outputs.computeIfAbsent(field.command(), CommandMeasurements::run), field.path());
    }

    private static JsonNode run(String command) {
        List<String> words = new ArrayList<>(GradingProcess.program());
        words.addAll(List.of(command.split(" ", -1)));
        words.add("--json");
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return new ObjectMapper().readTree(out);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("'cdpsim " + command + "' prints no JSON here; run it to see why");
        } catch (IOException e) {
            throw new InvalidInputException("'cdpsim " + command + "' cannot run here: " + FileErrors.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("grading was interrupted");
        }
    }

    /** The number at a path: names and indices with dots between them; {@code #} is the length of a list. */
    static double number(JsonNode document, String path) {
        JsonNode at = document;
        for (String name : path.split("\\.", -1)) {
            if (name.equals("#")) {
                return at.size();
            }
            at = at.isArray() ? element(at, name) : at.path(name);
        }
        if (!at.isNumber()) {
            throw new IllegalStateException("there is no number " + path);
        }
        return at.asDouble();
    }

    private static JsonNode element(JsonNode list, String name) {
        if (name.matches("\\d+")) {
            return list.path(Integer.parseInt(name));
        }
        for (JsonNode each : list) {
            if (each.path("kernel").asText().equals(name)) {
                return each;
            }
        }
        throw new IllegalStateException("there is no kernel " + name);
    }
}
