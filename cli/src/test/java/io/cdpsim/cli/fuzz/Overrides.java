package io.cdpsim.cli.fuzz;

import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields that {@code --set} changes, with numbers of all sizes in the right unit or another. */
final class Overrides implements InputKind {
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "31",
            "33",
            "64",
            "1000",
            "65537",
            "1000000",
            "2147483647",
            "2147483648",
            "9e15",
            "1e300",
            "0.1",
            "1e-9",
            "-1");
    private static final List<String> UNITS =
            List.of("cycles", "us", "ns", "B", "KiB", "GiB", "MHz", "B/cycle", "TB/s", "%", "entries", "furlongs");

    private static final Map<String, String> VALUES = values();

    /** All fields of a profile that has most of them. */
    static final List<String> PATHS = List.copyOf(VALUES.keySet());

    private static Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (ProfileField field : Profiles.document("h200", List.of()).fields()) {
            values.put(field.path(), field.value());
        }
        return values;
    }

    /** A value for a field: mostly with the unit that it has. */
    static String value(Draw draw, String path) {
        String value = VALUES.getOrDefault(path, "");
        int space = value.indexOf(' ');
        String unit = draw.oneIn(6) ? " " + draw.of(UNITS) : space < 0 ? "" : value.substring(space);
        return draw.word(NUMBERS) + unit;
    }

    @Override
    public String name() {
        return "set";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        String path = draw.oneIn(10) ? draw.word(PATHS) : draw.of(PATHS);
        String override = path + (draw.oneIn(20) ? "" : "=") + value(draw, path);
        return new FuzzedInput(
                Map.of(),
                List.of(
                        List.of("profiles", "show", "h200", "--set", override),
                        List.of("occupancy", "--threads", "64", "--registers", "32", "--set", override)),
                List.of(
                        List.of("run", "bfs", "--graph", "grid:3", "--quiet", "--set", override),
                        List.of("run", "nbody", "--bodies", "64", "--block", "32", "--quiet", "--set", override)));
    }
}
