package io.cdpsim.semantics.check.analysis;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.ptx.PtxFiles;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StaticRulesTest {
    private static final Path EXAMPLES = Path.of("../examples/cuda");
    private static final MachineSettings CDP2 = MachineSettings.of(Profiles.load("h200"));
    private static final MachineSettings CDP1 = MachineSettings.of(Profiles.load("k20x"));

    private static Kernel built(Consumer<KernelBuilder> code) {
        KernelBuilder builder = new KernelBuilder("parent");
        code.accept(builder);
        return builder.build();
    }

    private static KernelReference child() {
        KernelBuilder builder = new KernelBuilder("child");
        builder.parameter(ValueType.U64);
        return KernelReference.to(builder.build());
    }

    private static List<String> rules(Kernel kernel, MachineSettings machine) {
        return StaticRules.diagnostics(List.of(kernel), machine).stream()
                .map(Diagnostic::rule)
                .toList();
    }

    private static List<Diagnostic> ofPtx(Path file, MachineSettings machine) {
        return StaticRules.diagnostics(
                List.copyOf(PtxLowering.kernels(PtxFiles.read(List.of(file)), symbol -> 0)
                        .values()),
                machine);
    }

    @Test
    void aBuiltKernelThatWaitsOnTheDeviceIsWrongUnderCdp2Alone() {
        Kernel waits = built(k -> k.device().deviceSynchronize());

        assertThat(rules(waits, CDP2)).containsExactly("VER-3");
        assertThat(rules(waits, CDP1)).isEmpty();
    }

    @Test
    void theSpecialStreamsAreWrongUnderCdp1AloneAndEachHasItsRule() {
        KernelReference child = child();
        Kernel launches = built(k -> {
            k.device().launch(child, Operand.u32(1), Operand.u32(1), TAIL_LAUNCH, Operand.u64(0));
            k.device().launch(child, Operand.u32(1), Operand.u32(1), FIRE_AND_FORGET, Operand.u64(0));
            k.device().getLastError();
        });

        assertThat(rules(launches, CDP1)).containsExactly("TAIL-9", "FAF-4");
        assertThat(rules(launches, CDP2)).isEmpty();
    }

    @Test
    void aBuiltKernelThatHandsOverItsOwnMemoryIsFound() {
        KernelReference child = child();
        Kernel launches = built(k -> {
            Operand own = k.memory().addressOf(StateSpace.LOCAL, k.localArray(16));
            k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(0), own);
            k.device().getLastError();
        });

        assertThat(rules(launches, CDP2)).containsExactly("MEM-1");
    }

    @Test
    void aLaunchWhoseErrorIsLookedAtIsNoted() {
        KernelReference child = child();
        Kernel looks = built(k -> {
            var address = k.parameter(ValueType.U64);
            var error = k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(0), address);
            k.memory().store(ValueType.U32, address, error);
        });
        Kernel doesNot = built(k -> {
            var address = k.parameter(ValueType.U64);
            k.device().launch(child, Operand.u32(1), Operand.u32(1), Operand.u64(0), address);
        });

        assertThat(rules(looks, CDP2)).isEmpty();
        assertThat(StaticRules.diagnostics(List.of(doesNot), CDP2))
                .extracting(Diagnostic::rule, Diagnostic::severity)
                .containsExactly(tuple("LNCH-6", Severity.NOTE));
    }

    /** Places as the sources have them: each line was looked up in the .cu file. */
    @ParameterizedTest
    @CsvSource({
        "races/shared_pointer.ptx, h200, MEM-1, shared_pointer.cu:9",
        "listings/local_pointer.ptx, h200, MEM-1, local_pointer.cu:8",
        "sync.ptx, h200, VER-3, sync.cu:9",
        "family.ptx, k20x, FAF-4, family.cu:23",
        "family.ptx, k20x, TAIL-9, family.cu:26",
    })
    void forPtxTheLineOfTheSourceIsReported(String file, String profile, String rule, String place) {
        List<Diagnostic> found = ofPtx(EXAMPLES.resolve(file), MachineSettings.of(Profiles.load(profile)));

        assertThat(found)
                .filteredOn(each -> each.rule().equals(rule))
                .singleElement()
                .satisfies(each -> assertThat(each.locations()).hasToString("[" + place + "]"))
                .satisfies(each -> assertThat(each.fix()).isNotEmpty());
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(each -> each.toString().endsWith(".ptx"))
                    .sorted()
                    .toList();
        }
    }

    /** Every example is right for one of the two kinds of dynamic parallelism, but for those that hand over a pointer to show it. */
    @ParameterizedTest
    @MethodSource("examples")
    void nothingIsWrongInExamplesThatAreRight(Path file) {
        boolean showsIt = file.toString().matches(".*(shared_pointer|local_pointer)\\.ptx");
        List<List<Diagnostic>> both = Stream.of(CDP2, CDP1)
                .map(machine -> ofPtx(file, machine).stream()
                        .filter(each -> each.severity() != Severity.NOTE)
                        .toList())
                .toList();

        if (!showsIt) {
            assertThat(both).anyMatch(List::isEmpty);
        }
        assertThat(both)
                .allSatisfy(found -> assertThat(found)
                        .allMatch(each -> StaticRules.isOfVersion(each)
                                || (showsIt && each.rule().equals("MEM-1"))));
    }
}
