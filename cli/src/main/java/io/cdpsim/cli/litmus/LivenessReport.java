package io.cdpsim.cli.litmus;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.memory.consistency.progress.LivenessResult;
import io.cdpsim.memory.consistency.progress.LivenessResult.UnendedThread;
import java.util.stream.Collectors;

/** Whether the executions of a test end under a progress model, as text and as JSON. */
final class LivenessReport {
    private LivenessReport() {}

    static String text(LivenessResult result) {
        String claim = switch (result.verdict()) {
            case ENDS -> "every execution ends";
            case UNKNOWN ->
                result.loopsCut()
                        ? "unknown: no thread waits for ever within the loop bound; --bound N allows more turns"
                        : "unknown: no thread that waits for ever was found until the time limit";
            case MAY_WAIT ->
                result.threads().stream()
                                .filter(each -> each.line() > 0 || !each.what().isEmpty())
                                .map(UnendedThread::thread)
                                .collect(Collectors.joining(", "))
                        + " may wait for ever";
        };
        StringBuilder text = new StringBuilder();
        line(text, "Progress " + EnumConverter.label(result.model()) + ": " + claim);
        for (UnendedThread each : result.threads()) {
            line(
                    text,
                    "  " + each.thread() + " " + each.state().label()
                            + (each.what().isEmpty() ? "" : " " + each.what())
                            + (each.line() > 0 ? " (line " + each.line() + ")" : ""));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(PrintableText.line(line)).append('\n');
    }

    static void write(LivenessResult result, JsonWriter json) {
        json.object("progress", () -> {
            json.put("model", EnumConverter.label(result.model()));
            json.put("verdict", EnumConverter.label(result.verdict()));
            json.objects("threads", result.threads(), each -> {
                json.put("thread", each.thread());
                json.put("state", EnumConverter.label(each.state()));
                if (each.line() > 0) {
                    json.put("line", each.line());
                }
                if (!each.what().isEmpty()) {
                    json.put("what", each.what());
                }
            });
        });
    }
}
