package io.cdpsim.cli.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Modules of PTX, and a plan that fits them before they are changed. */
final class PtxModules implements InputKind {
    private static final List<String> WORDS = List.of(
            ".u32",
            ".u64",
            ".f32",
            ".b8",
            ".param",
            ".reg",
            ".visible",
            ".entry",
            ".func",
            ".global",
            "ld",
            "st.global.u32",
            "mul.wide.u32",
            "bar.sync",
            "call",
            "ret",
            "bra",
            "DONE",
            "%r1",
            "%d1",
            "%p1",
            "%tid.x",
            "[",
            "]",
            "{",
            "}",
            ";",
            "@",
            "atom.add",
            "0x10",
            "0f3F800000",
            "div.rn.f32",
            "shfl.sync.bfly.b32",
            "trap");

    @Override
    public String name() {
        return "ptx";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        byte[] module = draw.changed(PlanFiles.ptx(), "\\s,;\\[\\]{}", WORDS);
        String file = draw.fileName(".ptx");
        return new FuzzedInput(
                Map.of(file, module, "plan.yaml", PlanFiles.plan().getBytes(StandardCharsets.UTF_8)),
                List.of(List.of("run", file), List.of("run", "ptx", file, "--json")),
                List.of(List.of("run", file, "--plan", "plan.yaml", "--quiet")));
    }
}
