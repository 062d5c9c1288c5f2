package io.cdpsim.workloads.graph;

import io.cdpsim.workloads.SpecNumbers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Parses graph specs; {@link GraphSource#parse} documents the syntax. */
final class GraphSpecParser {
    private static final String KNOWN = "rmat:SCALE:EDGEFACTOR:SEED, uniform:SCALE:EDGEFACTOR:SEED, grid:SIDE,"
            + " star:HUBS:LEAVES or the path of a graph file";

    private GraphSpecParser() {}

    static GraphSource parse(String spec) {
        if (spec.isBlank()) {
            throw new GraphFormatException("the graph is empty, expected " + KNOWN);
        }
        int colon = spec.indexOf(':');
        String generator = colon < 0 ? "" : spec.substring(0, colon);
        return switch (generator) {
            case "rmat" -> {
                SpecNumbers numbers = numbers(spec, "rmat:SCALE[:EDGEFACTOR[:SEED]]");
                yield new GraphSource.Rmat(
                        scale(numbers),
                        edgeFactor(numbers, GraphSource.DEFAULT_RMAT_EDGE_FACTOR),
                        numbers.unsigned(3, "seed", GraphSource.DEFAULT_SEED));
            }
            case "uniform" -> {
                SpecNumbers numbers = numbers(spec, "uniform:SCALE[:EDGEFACTOR[:SEED]]");
                yield new GraphSource.Uniform(
                        scale(numbers),
                        edgeFactor(numbers, GraphSource.DEFAULT_UNIFORM_EDGE_FACTOR),
                        numbers.unsigned(3, "seed", GraphSource.DEFAULT_SEED));
            }
            case "grid" -> new GraphSource.Grid(numbers(spec, "grid:SIDE").whole(1, "side", 1, Integer.MAX_VALUE));
            case "star" -> {
                SpecNumbers numbers = numbers(spec, "star:HUBS:LEAVES");
                yield new GraphSource.Star(
                        numbers.whole(1, "number of hubs", 1, Integer.MAX_VALUE),
                        numbers.whole(2, "number of leaves", 1, Integer.MAX_VALUE));
            }
            default -> file(spec, generator);
        };
    }

    private static SpecNumbers numbers(String spec, String usage) {
        return new SpecNumbers("", spec, usage, GraphFormatException::new);
    }

    private static int scale(SpecNumbers numbers) {
        return numbers.whole(1, "scale", 1, GraphGenerators.MAX_SCALE);
    }

    private static int edgeFactor(SpecNumbers numbers, int otherwise) {
        return numbers.whole(2, "edge factor", 1, Integer.MAX_VALUE, otherwise);
    }

    private static GraphSource file(String spec, String generator) {
        Path path;
        try {
            path = Path.of(spec);
        } catch (InvalidPathException e) {
            throw new GraphFormatException(GraphScanner.printable(spec) + ": not a path, expected " + KNOWN, e);
        }
        if (!Files.exists(path)) {
            String found = generator.matches("[A-Za-z][A-Za-z0-9_-]+")
                    ? "unknown graph generator '" + generator + "', and no such file"
                    : "no such graph file";
            throw new GraphFormatException(GraphScanner.printable(spec) + ": " + found + ", expected " + KNOWN);
        }
        return new GraphSource.GraphFile(path, false);
    }
}
