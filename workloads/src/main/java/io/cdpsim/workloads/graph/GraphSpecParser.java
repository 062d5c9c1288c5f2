package io.cdpsim.workloads.graph;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Parses graph specs; {@link GraphSource#parse} documents the syntax. */
final class GraphSpecParser {
    private static final String KNOWN = "rmat:SCALE:EDGEFACTOR:SEED, uniform:SCALE:EDGEFACTOR:SEED, grid:SIDE,"
            + " star:HUBS:LEAVES or the path of a graph file";

    private final String spec;
    private final String usage;
    private final List<String> fields;

    private GraphSpecParser(String spec, String usage, int least, int most) {
        this.spec = spec;
        this.usage = usage;
        this.fields = List.of(spec.split(":", -1));
        int numbers = fields.size() - 1;
        if (numbers < least || numbers > most) {
            throw new GraphFormatException(
                    spec + ": has too " + (numbers < least ? "few" : "many") + " numbers, expected " + usage);
        }
    }

    static GraphSource parse(String spec) {
        if (spec.isBlank()) {
            throw new GraphFormatException("the graph is empty, expected " + KNOWN);
        }
        int colon = spec.indexOf(':');
        String generator = colon < 0 ? "" : spec.substring(0, colon);
        return switch (generator) {
            case "rmat" -> rmat(spec);
            case "uniform" -> uniform(spec);
            case "grid" -> {
                GraphSpecParser fields = new GraphSpecParser(spec, "grid:SIDE", 1, 1);
                yield new GraphSource.Grid(fields.count(1, "side"));
            }
            case "star" -> {
                GraphSpecParser fields = new GraphSpecParser(spec, "star:HUBS:LEAVES", 2, 2);
                yield new GraphSource.Star(fields.count(1, "number of hubs"), fields.count(2, "number of leaves"));
            }
            default -> file(spec, generator);
        };
    }

    private static GraphSource rmat(String spec) {
        GraphSpecParser fields = new GraphSpecParser(spec, "rmat:SCALE[:EDGEFACTOR[:SEED]]", 1, 3);
        return new GraphSource.Rmat(
                fields.scale(), fields.edgeFactor(GraphSource.DEFAULT_RMAT_EDGE_FACTOR), fields.seed());
    }

    private static GraphSource uniform(String spec) {
        GraphSpecParser fields = new GraphSpecParser(spec, "uniform:SCALE[:EDGEFACTOR[:SEED]]", 1, 3);
        return new GraphSource.Uniform(
                fields.scale(), fields.edgeFactor(GraphSource.DEFAULT_UNIFORM_EDGE_FACTOR), fields.seed());
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
        return new GraphSource.GraphFile(path);
    }

    private int scale() {
        int scale = count(1, "scale");
        if (scale > GraphGenerators.MAX_SCALE) {
            throw wrong("scale", "" + scale, "1 to " + GraphGenerators.MAX_SCALE + " (2^scale vertices)");
        }
        return scale;
    }

    private int edgeFactor(int byDefault) {
        return fields.size() > 2 ? count(2, "edge factor") : byDefault;
    }

    private long seed() {
        if (fields.size() <= 3) {
            return GraphSource.DEFAULT_SEED;
        }
        try {
            return Long.parseUnsignedLong(fields.get(3));
        } catch (NumberFormatException e) {
            throw wrong("seed", fields.get(3), "a whole number from 0 to 2^64-1");
        }
    }

    private int count(int field, String what) {
        int count;
        try {
            count = Integer.parseInt(fields.get(field));
        } catch (NumberFormatException e) {
            throw wrong(what, fields.get(field), "a whole number from 1 to " + Integer.MAX_VALUE);
        }
        if (count < 1) {
            throw wrong(what, "" + count, "1 or more");
        }
        return count;
    }

    private GraphFormatException wrong(String what, String found, String expected) {
        return new GraphFormatException(
                spec + ": the " + what + " is '" + found + "', expected " + expected + ": " + usage);
    }
}
