package io.cdpsim.cli.fuzz;

import java.util.List;
import java.util.Map;

/** Results that {@code compare} reads: what {@code run --json --breakdown} prints, changed. */
final class ResultFiles implements InputKind {
    private static final List<String> FILES = List.of("""
            {"workload": "bfs", "profile": "h200", "time_us": 3.5,
             "time_trust": {"words": "nothing", "mean_error": 0.1},
             "breakdown": [{"part": "host", "cycles": 7, "us": 3.5}, {"part": "launch_call", "cycles": 0, "us": 0}],
             "question": {"workload": "bfs", "options": {"variant": "cdp"}, "profile": "h200", "set": ["sm.count=4"],
              "machine": {"seed": "1"}}}
            """, "{\"time_us\": 1}");

    private static final List<String> WORDS = List.of(
            "time_us", "breakdown", "part", "set", "{", "}", "[", "]", "null", "true", "1e999", "-1", "\"", ":");

    @Override
    public String name() {
        return "results";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        byte[] bytes = draw.changed(draw.of(FILES), "\\s:,\\[\\]{}\"", WORDS);
        String file = draw.fileName(".json");
        return new FuzzedInput(
                Map.of(file, bytes),
                List.of(List.of("compare", file, file), List.of("compare", "--json", file, file)),
                List.of());
    }
}
