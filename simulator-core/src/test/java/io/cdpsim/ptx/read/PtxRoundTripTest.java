package io.cdpsim.ptx.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.Statement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree that is written as text, however it is laid out, is read as the same tree. */
class PtxRoundTripTest {
    static final List<String> NAMES = PtxTexts.NAMES;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void drawnTreesAreReadAsTheyWereWritten(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            PtxModule drawn = new RandomModules(random).module();
            assertRead(drawn, new PtxPrinter(random).print(drawn));
        }
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void treesOfTextsAreReadAsTheyWereWritten(String name) {
        PtxModule read = PtxTexts.read(name);
        assertRead(read, new PtxPrinter(new Random(7)).print(read));
    }

    private static void assertRead(PtxModule expected, String text) {
        PtxModule read = PtxReader.read(expected.source().name(), text);
        assertThat(PtxTexts.withoutPlaces(read)).as(text).isEqualTo(PtxTexts.withoutPlaces(expected));
        assertThat(read.debugStrings()).isEqualTo(expected.debugStrings());
        for (PtxFunction function : read.functions()) {
            assertThat(textAt(read, text, function.at())).startsWith(function.name());
            if (function.body() != null) {
                assertPlaces(read, text, function.body());
            }
        }
    }

    private static void assertPlaces(PtxModule module, String text, Block block) {
        assertThat(textAt(module, text, block.at())).startsWith("{");
        assertThat(textAt(module, text, block.end())).startsWith("}");
        for (Statement each : block.statements()) {
            if (each instanceof Block inner) {
                assertPlaces(module, text, inner);
            } else if (each instanceof PtxInstruction instruction) {
                assertThat(textAt(module, text, instruction.at()))
                        .startsWith(instruction.opcode().text());
            }
        }
    }

    /** The rest of the line on which an offset is, found by line and column. */
    private static String textAt(PtxModule module, String text, int at) {
        byte[] line = text.split("\n", -1)[module.source().line(at) - 1].getBytes(StandardCharsets.UTF_8);
        int from = module.source().column(at) - 1;
        return new String(line, from, line.length - from, StandardCharsets.UTF_8);
    }
}
