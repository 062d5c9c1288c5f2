package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.child;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Errors of device code's calls that no thread asks for are told of, each place once (rules LNCH-6 and ERR-2). */
class UncheckedErrorsTest {
    private static final String WRONG_LAUNCH =
            "a launch failed with cudaErrorInvalidConfiguration and its thread never checked the error;"
                    + " check the code that the call returns, or call cudaGetLastError() after it";

    private static List<UndefinedUse> misuses(int threads, BiConsumer<KernelBuilder, Long> body) {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")).withCheck(true));
        long word = machine.host().malloc(4);
        KernelBuilder k = new KernelBuilder("parent");
        body.accept(k, word);
        machine.host()
                .launch(k.build(), LaunchShape.of(1, threads), machine.host().defaultStream());
        machine.host().synchronize();
        return machine.visibility().misuses();
    }

    private static void wrongLaunch(KernelBuilder k) {
        k.device().launch(child("child", 0), u32(1), u32(2_000), NULL_STREAM);
    }

    @Test
    void aLaunchThatFailsUnnoticedIsToldWithItsPlaceAndTheNumberOfThreads() {
        assertThat(misuses(3, (k, word) -> {
                    k.at("line 7");
                    wrongLaunch(k);
                }))
                .containsExactly(new UndefinedUse("LNCH-6", "kernel parent, line 7: " + WRONG_LAUNCH, 3));
    }

    @Test
    void aPlaceWithoutANameIsLeftOut() {
        assertThat(misuses(1, (k, word) -> wrongLaunch(k)))
                .containsExactly(new UndefinedUse("LNCH-6", "kernel parent: " + WRONG_LAUNCH, 1));
    }

    @Test
    void anotherCallThatFailsUnnoticedIsOneOfAnotherRule() {
        assertThat(misuses(1, (k, word) -> k.device().memsetAsync(u64(0x1234), u32(0), u64(4), NULL_STREAM)))
                .hasSize(1)
                .allSatisfy(each -> {
                    assertThat(each.rule()).isEqualTo("ERR-2");
                    assertThat(each.message())
                            .startsWith("kernel parent: cudaMemsetAsync failed with cudaErrorInvalidValue");
                });
    }

    @Test
    void whoReadsTheResultOrAsksForTheLastErrorHasNoticed() {
        assertThat(misuses(
                        1,
                        (k, word) -> k.memory()
                                .store(
                                        ValueType.S32,
                                        u64(word),
                                        k.device().launch(child("child", 0), u32(1), u32(2_000), NULL_STREAM))))
                .isEmpty();
        assertThat(misuses(1, (k, word) -> {
                    wrongLaunch(k);
                    k.device().getLastError();
                }))
                .isEmpty();
        assertThat(misuses(1, (k, word) -> {
                    wrongLaunch(k);
                    k.device().peekAtLastError();
                }))
                .isEmpty();
    }

    @Test
    void whoAskedBeforeTheCallHasNotNoticed() {
        assertThat(misuses(1, (k, word) -> {
                    k.device().getLastError();
                    wrongLaunch(k);
                }))
                .hasSize(1);
    }

    /** Of several errors of a thread the first is told; each thread asks for itself. */
    @Test
    void ofAThreadTheFirstErrorIsTold() {
        assertThat(misuses(2, (k, word) -> {
                    k.at("first");
                    wrongLaunch(k);
                    k.at("second");
                    wrongLaunch(k);
                    ParentLab.onlyThread(k, 1, () -> k.device().getLastError());
                }))
                .extracting(UndefinedUse::message, UndefinedUse::count)
                .containsExactly(tuple("kernel parent, first: " + WRONG_LAUNCH, 1L));
    }
}
