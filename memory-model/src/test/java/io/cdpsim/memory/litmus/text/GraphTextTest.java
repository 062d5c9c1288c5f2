package io.cdpsim.memory.litmus.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.litmus.LaunchAttributes;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graphs and launch attributes in the text of tests, and what is refused of them. */
class GraphTextTest {
    private static final String KERNELS = """
        kernel k (p)
         T ;
         ld.weak r0, p ;
        kernel launcher ()
         T ;
         launch f G stream faf ;
        kernel parent ()
         T ;
         launch c k<<<1,1>>> (x) stream faf ;
        """;

    private static LitmusTest parse(String host, String sections) {
        return LitmusParser.parse(
                "t",
                "PTX t cdp2\n{ x=0; shared s=0; }\n host ;\n " + host + " ;\n" + KERNELS + sections + "exists (true)");
    }

    @Test
    void aGraphHasNodesWithTheirEdgesInTheOrderOfItsRows() {
        LitmusGraph graph = parse("launch g G stream S", """
            graph G
             node a k<<<2,1>>> (x) cluster 2 ;
             node b k<<<1,1>>> (7) after a ;
             node c k<<<1,1>>> (x) cooperative after programmatic a, b ;
            """).graphs().get(0);
        assertThat(graph.nodes()).extracting(each -> each.launch().label()).containsExactly("a", "b", "c");
        assertThat(graph.nodes().get(0).launch().attributes()).isEqualTo(new LaunchAttributes(2, false, false));
        assertThat(graph.nodes().get(1).launch().arguments()).containsExactly(new LitmusOperand.Immediate(7));
        assertThat(graph.nodes().get(2).launch().attributes()).isEqualTo(new LaunchAttributes(1, true, false));
        assertThat(graph.nodes().get(2).dependencies())
                .containsExactly(new LitmusGraph.Dependency(0, true), new LitmusGraph.Dependency(1, false));
    }

    @Test
    void aLaunchWithoutAShapeIsOfAGraph() {
        LitmusTest test = parse("launch g G stream S", "graph G\n node a k<<<1,1>>> (x) ;\n");
        assertThat(test.host().orElseThrow().statements().get(0).instruction())
                .isEqualTo(new LitmusInstruction.GraphLaunch("g", 0, new StreamOperand.Named("S")));
    }

    @Test
    void aNodeIsCalledByThePathOfItsLaunchOrTheEndOfIt() {
        String graph = "graph G\n node a k<<<1,2>>> (x) ;\n";
        for (String name : new String[] {"host.g.a.1", "g.a.1", "a.1"}) {
            String text =
                    "PTX t cdp2\n{ x=0; }\n host ;\n launch g G ;\nkernel k (p)\n T ;\n ld.weak r0, p ;\n" + graph;
            assertThat(LitmusParser.parse("t", text + "exists (" + name + ":r0 == 0)")
                            .graphs())
                    .hasSize(1);
        }
        assertThatThrownBy(() -> LitmusParser.parse(
                        "t",
                        "PTX t cdp2\n{ x=0; }\n host ;\n launch g G ;\nkernel k (p)\n T ;\n ld.weak r0, p ;\n" + graph
                                + "exists (g.a.2:r0 == 0)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("there are only host, a.0 to a.1; name one of these");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "launch g H; node a k<<<1,1>>> (x); there is no graph 'H'; write the shape of a kernel, as in"
                        + " H<<<1,1>>>",
                "launch g G stream faf; node a k<<<1,1>>> (x); uses a stream of device code",
                "launch g G; node a k<<<1,1>>> (x) after b; 'b' is not an earlier node of 'G'",
                "launch g G; node a k<<<1,1>>> (r1); known when the graph is instantiated",
                "launch g G; node a k<<<1,1>>> (s); passes a variable that each block or thread has",
                "launch g G; node a k<<<1,1>>> (); gives 0 arguments to 'k', which takes 1",
                "launch g G; node a k<<<3,1>>> (x) cluster 2; refused (C-1)",
                "launch g G; node a k<<<1,1>>> (x) stream S; expected ';' after a node",
                "launch g G; node a parent<<<1,1>>>; cannot be instantiated for the device (G-8)",
                "launch c parent<<<1,1>>> cooperative; node a k<<<1,1>>> (x); which is refused (K-2)",
                "launch c k<<<1,1>>> (x) stream sibling; node a k<<<1,1>>> (x); uses the stream of sibling graphs",
                "launch c k<<<1,1>>> (x) programmatic stream faf; node a k<<<1,1>>> (x); depends on the launch ahead"
                        + " of it",
                "grid.sync; node a k<<<1,1>>> (x); is of device code",
                "griddepcontrol.wait; node a k<<<1,1>>> (x); is of device code"
            })
    void whatCudaRefusesIsAnErrorThatSaysWhy(String host, String node, String error) {
        assertThatThrownBy(() -> parse(host.strip(), "graph G\n " + node.strip() + " ;\n"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining(error.strip());
    }

    @Test
    void deviceCodeLaunchesGraphsIntoStreamsOfGraphsOnly() {
        String text = "PTX t cdp2\n{ x=0; }\n host ;\n launch g G ;\nkernel l ()\n T ;\n launch f G%s ;\n"
                + "graph G\n node a l<<<1,1>>> ;\nexists (true)";
        assertThatThrownBy(() -> LitmusParser.parse("t", text.formatted(" stream S")))
                .hasMessageContaining("into the streams faf, tail and sibling (G-2)");
        assertThatThrownBy(() -> LitmusParser.parse("t", text.formatted("")))
                .hasMessageContaining("into the streams faf, tail and sibling (G-2)");
        assertThat(LitmusParser.parse("t", text.formatted(" stream tail")).graphs())
                .hasSize(1);
    }

    @Test
    void graphsAndCooperativeGridsAreOfTheSecondVersion() {
        assertThatThrownBy(() -> LitmusParser.parse(
                        "t",
                        "PTX t cdp1\n"
                                + "{ x=0; }\n"
                                + " host ;\n"
                                + " launch g G ;\n"
                                + "kernel k ()\n"
                                + " T ;\n"
                                + " ;\n"
                                + "graph G\n"
                                + " node a k<<<1,1>>> ;\n"
                                + "exists (true)"))
                .hasMessageContaining("write cdp2 behind its name");
        assertThatThrownBy(() -> LitmusParser.parse(
                        "t",
                        "PTX t cdp1\n"
                                + "{ x=0; }\n"
                                + " host ;\n"
                                + " launch c k<<<1,1>>> cooperative ;\n"
                                + "kernel k ()\n"
                                + " T ;\n"
                                + " ;\n"
                                + "exists (true)"))
                .hasMessageContaining("write cdp2 behind the test's name");
    }
}
