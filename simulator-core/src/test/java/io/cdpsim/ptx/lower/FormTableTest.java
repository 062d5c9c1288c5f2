package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.form.FormSyntax;
import io.cdpsim.ptx.forms.FormText;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.syntax.PtxFunction;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row of the table of forms is well written, has a case, and runs alike interpreted and compiled. */
class FormTableTest {
    private static final int WORDS = 512;
    private static final int LANES = 32;
    private static final int FEW_LANES = 8;

    /** A region is compiled when it has run 400 times. */
    private static final int TURNS_TO_COMPILE = 410;

    private static final String HEADER =
            ".version 8.8\n.target sm_100\n.address_size 64\n.const .align 16 .b8 constants[2048];\n";

    /** Rows that end a kernel or need functions and labels: {@code ControlForms} of the tests has a case for each. */
    private static final Set<String> BESIDE_KERNELS = Set.of("bra", "brx", "call", "ret", "exit", "trap", "brkpt");

    /** Groups of the table whose rows each have a case of their own; in the others a case stands for rows that differ in hints and orders. */
    private static final Set<String> COMPUTING = Set.of(
            "Integers",
            "Bits",
            "Video",
            "Floating point",
            "Half precision and bfloat16",
            "Conversions",
            "Comparisons and selection",
            "Moves and addresses");

    /** Groups that need mbarrier objects, texture objects or surface objects: {@code AsynchronousFormsTest}, {@code TextureFormsTest} and {@code SurfaceFormsTest} have the cases. */
    private static final Set<String> ASYNCHRONOUS =
            Set.of("Asynchronous copies and mbarrier objects", "Textures and surfaces");

    private static Stream<FormRow> rows() {
        return FormTable.groups().values().stream().flatMap(List::stream);
    }

    @Test
    void eachRowHasOneOpcodeOrOneForEachAlternative() {
        rows().forEach(row -> {
            FormSyntax syntax = FormSyntax.parse(row.text());
            int deciding = syntax.decidingGroup();
            int alternatives =
                    deciding < 0 ? 1 : syntax.groups().get(deciding).words().size();
            assertThat(row.opcodes().size()).as(row.text()).isIn(1, alternatives);
            assertThat(syntax.base()).as(row.text()).isEqualTo(row.base());
        });
    }

    @Test
    void noTwoRowsAreAlike() {
        assertThat(rows().map(FormRow::text)).doesNotHaveDuplicates();
    }

    @Test
    void eachRowThatComputesHasACaseAgainstAReference() {
        FormTable table = new FormTable();
        Set<String> tried = new HashSet<>();
        for (String text : FormText.modules()) {
            PtxModule module = PtxReader.read("forms.ptx", text);
            for (PtxFunction function : module.functions()) {
                if (function.body() != null) {
                    function.body().forEach(statement -> {
                        if (statement instanceof PtxInstruction instruction) {
                            tried.add(table.row(instruction, module.source()).text());
                        }
                    });
                }
            }
        }
        List<String> untried = FormTable.groups().entrySet().stream()
                .filter(group -> COMPUTING.contains(group.getKey()))
                .flatMap(group -> group.getValue().stream())
                .map(FormRow::text)
                .filter(text -> !tried.contains(text))
                .toList();
        assertThat(untried).isEmpty();
    }

    @Test
    void eachSpellingThatComputesRunsAlikeInterpretedAndCompiled() {
        runAlike(COMPUTING::contains, TURNS_TO_COMPILE, FEW_LANES);
    }

    @Test
    void eachOtherSpellingRuns() {
        runAlike(group -> !COMPUTING.contains(group) && !ASYNCHRONOUS.contains(group), 2, LANES);
    }

    private static void runAlike(Predicate<String> groups, int turns, int lanes) {
        Map<String, String> names = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder(HEADER);
        FormTable.groups()
                .forEach((group, rows) -> rows.forEach(row -> {
                    if (groups.test(group) && !BESIDE_KERNELS.contains(row.base())) {
                        String name = "row" + names.size();
                        names.put(name, row.text());
                        text.append(new FormSpellings(FormSyntax.parse(row.text())).kernel(name, turns));
                    }
                }));
        Runs interpreted = new Runs(true);
        Runs compiled = new Runs(false);
        PtxModule module = PtxReader.read("rows.ptx", text.toString());
        Map<String, Kernel> kernels =
                PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> interpreted.constants);
        assertThat(compiled.constants).isEqualTo(interpreted.constants);
        names.forEach((name, row) -> {
            int[] expected = interpreted.run(row, kernels.get(name), lanes);
            assertThat(compiled.run(row, kernels.get(name), lanes)).as(row).isEqualTo(expected);
        });
    }

    private static final class Runs {
        private final Host host;
        private final long constants;
        private final long from;
        private final long to;

        Runs(boolean interprets) {
            host = new Machine(MachineSettings.of(Profiles.load("h200")).withInterpret(interprets)).host();
            constants = host.malloc(WORDS * Integer.BYTES);
            from = host.malloc(WORDS * Integer.BYTES);
            to = host.malloc(LANES * Long.BYTES);
        }

        int[] run(String row, Kernel kernel, int lanes) {
            SplittableRandom random = new SplittableRandom(1);
            int[] words = new int[WORDS];
            for (int i = 0; i < WORDS; i++) {
                words[i] = random.nextInt() >> random.nextInt(32);
            }
            host.memory().write(from, words);
            host.launch(kernel, LaunchShape.of(1, lanes), host.defaultStream(), from, to);
            assertThat(host.synchronize().toString()).as(row).isEqualTo("SUCCESS");
            return host.memory().readInts(to, 2 * LANES);
        }
    }
}
