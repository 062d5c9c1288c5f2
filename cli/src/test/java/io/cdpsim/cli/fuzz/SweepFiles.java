package io.cdpsim.cli.fuzz;

import java.util.List;
import java.util.Map;

/** Sweeps as YAML files, of few and short points. */
final class SweepFiles implements InputKind {
    private static final List<String> FILES = List.of("""
            workload: bfs
            fixed:
              graph: grid:3
            vary:
              threshold: [0, 1]
              pool: 4..64:x4
            """, """
            workload: pending
            sample: 3
            fixed: {depth: 1, policy: lazy}
            vary:
              pool: [4, 8]
              profile: k20x,h200
              sm.count: [4, 8]
            """, """
            # an example
            workload: example:hello-world
            repeat: 2
            """);

    private static final List<String> WORDS = List.of(
            "workload",
            "fixed",
            "vary",
            "repeat",
            "sample",
            "bfs",
            "{",
            "}",
            "[",
            "]",
            "&a",
            "*a",
            "- ",
            "a..b",
            "1..3",
            "x2");

    @Override
    public String name() {
        return "sweeps";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        byte[] bytes = draw.changed(draw.of(FILES), "\\s:,\\[\\]", WORDS);
        String file = draw.fileName(".yaml");
        return new FuzzedInput(
                Map.of(file, bytes),
                List.of(
                        List.of("sweep", "file", "--workers", "1", file),
                        List.of("sweep", "file", "--quiet", "--out", "/dev/null", file)),
                List.of());
    }
}
