package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;

/** Streams that registers name: those of the own scope order what enters them, others are undefined (STR-3). */
class StreamHandlesTest {
    private static LitmusResult check(String rows) {
        String text = "PTX t cdp2\n{ x=0; }\nP0;\n" + rows + """

            kernel read (p)
             T;
             ld.weak r0, p;
            kernel write (p)
             T;
             st.weak p, 1;
            kernel use (q, p)
             T;
             launch e write<<<1,1>>> (p) stream q;
            exists (d:r0 == 1)
            """;
        return new LitmusChecker(1).check(LitmusParser.parse("t", text));
    }

    private static final String LAUNCHES = "mov r1, stream A;\n"
            + "mov r2, stream B;\n"
            + "launch c write<<<1,1>>> (x) stream %s;\n"
            + "launch d read<<<1,1>>> (x) stream %s;";

    @Test
    void aRegisterNamesTheStreamThatItWasGiven() {
        for (String pair : new String[] {"r1,A", "A,r1", "r2,B", "r1,r1", "r2,r2"}) {
            String[] streams = pair.split(",", -1);
            LitmusResult result = check(LAUNCHES.formatted(streams[0], streams[1]));
            assertThat(result.undefined()).as(pair).isEmpty();
            assertThat(result.states()).extracting(FinalState::state).as(pair).containsExactly("d:r0=1;");
        }
    }

    @Test
    void twoStreamsInRegistersAreTwo() {
        for (String pair : new String[] {"r1,B", "A,r2", "r1,r2", "r2,r1"}) {
            String[] streams = pair.split(",", -1);
            LitmusResult result = check(LAUNCHES.formatted(streams[0], streams[1]));
            assertThat(result.states()).extracting(FinalState::state).as(pair).containsExactly("d:r0=0;", "d:r0=1;");
        }
    }

    @Test
    void aChildMayNotUseItsParentsStream() {
        assertThat(check("launch c use<<<1,1>>> (stream A, x);\nlaunch d read<<<1,1>>> (x);")
                        .undefined())
                .containsExactly(new UndefinedBehavior(
                        "STR-3",
                        "P0.c.0: launch e write<<<1,1>>> (p) stream q uses a stream that belongs to another scope"));
    }

    @Test
    void aNumberIsNoStream() {
        assertThat(check("launch c use<<<1,1>>> (7, x);\nlaunch d read<<<1,1>>> (x);")
                        .undefined())
                .containsExactly(new UndefinedBehavior(
                        "STR-3", "P0.c.0: launch e write<<<1,1>>> (p) stream q uses what is no stream of its scope"));
        assertThat(check("mov r1, stream A;\n"
                                + "add r1, r1, 1;\n"
                                + "launch c write<<<1,1>>> (x) stream r1;\n"
                                + "launch d read<<<1,1>>> (x);")
                        .undefined())
                .extracting(UndefinedBehavior::rule)
                .containsExactly("STR-3");
    }
}
