package io.cdpsim.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Graphs of the three formats, plain and compressed: both are read alike. */
final class GraphFiles implements InputKind {
    private static final List<String> WORDS =
            List.of("1", "2", "3", "4", "%", "c", "p", "a", "sp", "#", "pattern", "real");

    /** A graph, and the end of its file's name. */
    private record Seed(String suffix, String text) {}

    private static final List<Seed> SEEDS =
            List.of(new Seed(".mtx", """
                    %%MatrixMarket matrix coordinate pattern general
                    % a square
                    4 4 4
                    1 2
                    2 3
                    3 4
                    4 1
                    """), new Seed(".mtx", """
                    %%MatrixMarket matrix coordinate real symmetric
                    3 3 2
                    2 1 0.5
                    3 3 -1e3
                    """), new Seed(".gr", """
                    c a road there and back
                    p sp 3 4
                    a 1 2 7
                    a 2 1 7
                    a 2 3 9
                    a 3 2 9
                    """), new Seed(".txt", """
                    # from to
                    10 20
                    20 30 1.5
                    30 10
                    """));

    @Override
    public String name() {
        return "graphs";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        Seed seed = draw.of(SEEDS);
        byte[] bytes = draw.changed(seed.text(), "\\s", WORDS);
        String plain = draw.fileName(seed.suffix());
        String compressed = plain + ".gz";
        return new FuzzedInput(
                Map.of(plain, bytes, compressed, compressed(bytes)),
                List.of(
                        List.of("run", "bfs", "--json", "--graph", plain),
                        List.of("run", "bfs", "--json", "--graph", compressed)),
                List.of(List.of("run", "bfs", "--quiet", "--variant", "warp", "--check", "--graph", plain)));
    }

    private static byte[] compressed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
