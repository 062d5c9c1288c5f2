package io.cdpsim.cli.fuzz;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Files of sizes: a number a line, or CSV whose column is named, which is also column 2. */
final class SizesFiles implements InputKind {
    private static final List<String> WORDS = List.of("1", "2", "3", "40", "#", "size", ",", "a,b", "-", "\"a");

    private static final String LINES = """
            # items of each parent
            3
            0
            40 # the largest
            1
            """;

    private static final String CSV = """
            vertex,size
            1,3
            2,0
            "c, d",40
            4,1
            """;

    @Override
    public String name() {
        return "sizes";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        boolean lines = draw.oneIn(2);
        String file = draw.fileName(lines ? ".txt" : ".csv");
        byte[] bytes = draw.changed(lines ? LINES : CSV, "\\s,", WORDS);
        List<String> column = lines ? List.of() : List.of("--column", "2");
        return new FuzzedInput(
                Map.of(file, bytes),
                List.of(
                        words(List.of("run", "irregular", "--json", "--sizes", file), column),
                        words(List.of("run", "irregular", "--quiet", "--variant", "serial", "--sizes", file), column)),
                List.of(words(
                        List.of("run", "irregular", "--quiet", "--check", "--aggregate", "grid", "--sizes", file),
                        column)));
    }

    private static List<String> words(List<String> command, List<String> more) {
        return Stream.concat(command.stream(), more.stream()).toList();
    }
}
