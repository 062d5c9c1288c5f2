package io.cdpsim.cli.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Profiles that extend a built-in one. */
final class ProfileFiles implements InputKind {
    @Override
    public String name() {
        return "profiles";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        StringBuilder text =
                new StringBuilder("# a GPU\nextends: " + draw.of(List.of("h200", "k20x", "gtx680")) + "\n");
        List<String> sections = new ArrayList<>();
        for (int i = 1 + draw.below(3); i > 0; i--) {
            String path = draw.of(Overrides.PATHS);
            int dot = path.indexOf('.');
            String section = dot < 0 ? "" : path.substring(0, dot);
            if (dot > 0 && path.indexOf('.', dot + 1) < 0 && !sections.contains(section)) {
                sections.add(section);
                text.append(section)
                        .append(":\n  ")
                        .append(path.substring(dot + 1))
                        .append(": ");
                text.append(Overrides.value(draw, path)).append("\n");
            }
        }
        byte[] bytes = draw.changed(
                text.toString(), "\\s:", List.of("sm", "count", "{", "}", "[", "&a", "*a", "16", "cycles"));
        String file = draw.fileName(".yaml");
        return new FuzzedInput(
                Map.of(file, bytes),
                List.of(
                        List.of("profiles", "show", file),
                        List.of("profiles", "show", file, "--json"),
                        List.of("occupancy", "--threads", "64", "--registers", "32", "--profile", file)),
                List.of(List.of("run", "bfs", "--graph", "grid:3", "--quiet", "--variant", "warp", "--profile", file)));
    }
}
