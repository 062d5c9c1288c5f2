package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction.Launch;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;

/** Reads a graph: rows {@code node NAME KERNEL<<<1,1>>> (x) after NAME, programmatic NAME ;}. */
final class GraphParser {
    private final LitmusTokens tokens;
    private final String graph;
    private final ThreadParser column;
    private final List<LitmusGraph.Node> nodes = new ArrayList<>();

    /**
     * Makes a parser behind the name of a graph.
     *
     * @param column reads the kernels and arguments of nodes
     */
    GraphParser(LitmusTokens tokens, String graph, ThreadParser column) {
        this.tokens = tokens;
        this.graph = graph;
        this.column = column;
    }

    LitmusGraph read() {
        tokens.take(";");
        while (tokens.peek().isWord() && tokens.peek().text().equals("node")) {
            nodes.add(node());
            tokens.expect(";", "after a node");
        }
        if (nodes.isEmpty()) {
            throw tokens.error(
                    tokens.peek(),
                    "found " + tokens.peek().shown() + ", expected a node of '" + graph
                            + "', as in node a KERNEL<<<1,1>>> ()");
        }
        return new LitmusGraph(graph, nodes);
    }

    private LitmusGraph.Node node() {
        LitmusToken first = tokens.next();
        LitmusToken at = tokens.peek();
        Launch launch = new LaunchParser(tokens, column).launch(column.launchLabel(), false);
        if (launch.arguments().stream()
                .anyMatch(
                        each -> each instanceof LitmusOperand.Register || each instanceof LitmusOperand.StreamHandle)) {
            throw tokens.error(
                    at, "a node's arguments are known when the graph is instantiated; pass numbers and variables");
        }
        List<LitmusGraph.Dependency> dependencies = new ArrayList<>();
        if (tokens.takeKeyword("after")) {
            do {
                boolean programmatic = tokens.takeKeyword("programmatic");
                dependencies.add(new LitmusGraph.Dependency(earlier(), programmatic));
            } while (tokens.take(","));
        }
        return new LitmusGraph.Node(new LitmusStatement(first.line(), tokens.sourceSince(first), launch), dependencies);
    }

    private int earlier() {
        LitmusToken token = tokens.peek();
        String name = tokens.word("an earlier node of '" + graph + "'");
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).launch().label().equals(name)) {
                return i;
            }
        }
        throw tokens.error(
                token, "'" + name + "' is not an earlier node of '" + graph + "'; write its row above this one");
    }
}
