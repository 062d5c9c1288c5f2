package io.cdpsim.runtime.load;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** CDP1 has neither of the special streams, whichever call names one (rules TAIL-9 and FAF-4). */
class KernelLoaderTest {
    private static final Operand ZERO = u64(0);
    private static final Operand DEVICE_TO_DEVICE = s32(3);

    static List<Arguments> callsWithAStream() {
        return List.of(
                call("launch", (k, s) -> k.launch(child(), u32(1), u32(1), s)),
                call("cudaLaunchDevice", (k, s) -> k.launchDevice(child(), ZERO, u32(1), u32(1), u32(0), s)),
                call("cudaMemcpyAsync", (k, s) -> k.memcpyAsync(ZERO, ZERO, ZERO, DEVICE_TO_DEVICE, s)),
                call(
                        "cudaMemcpy2DAsync",
                        (k, s) -> k.memcpy2DAsync(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, DEVICE_TO_DEVICE, s)),
                call(
                        "cudaMemcpy3DAsync",
                        (k, s) -> k.memcpy3DAsync(
                                List.of(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, DEVICE_TO_DEVICE, s))),
                call("cudaMemsetAsync", (k, s) -> k.memsetAsync(ZERO, s32(0), ZERO, s)),
                call("cudaMemset2DAsync", (k, s) -> k.memset2DAsync(ZERO, ZERO, s32(0), ZERO, ZERO, s)),
                call(
                        "cudaMemset3DAsync",
                        (k, s) -> k.memset3DAsync(List.of(ZERO, ZERO, ZERO, s32(0), ZERO, ZERO, ZERO, s))),
                call("cudaEventRecord", (k, s) -> k.eventRecord(ZERO, s)),
                call("cudaStreamWaitEvent", (k, s) -> k.streamWaitEvent(s, ZERO)),
                call("cudaStreamDestroy", (k, s) -> k.streamDestroy(s)));
    }

    private static KernelReference child() {
        return KernelReference.to(new KernelBuilder("child").build());
    }

    private static Arguments call(String name, BiConsumer<DeviceRuntimeCalls, Operand> call) {
        return arguments(name, call);
    }

    private static Kernel kernel(BiConsumer<DeviceRuntimeCalls, Operand> call, Operand stream) {
        KernelBuilder builder = new KernelBuilder("parent");
        call.accept(builder.device(), stream);
        return builder.build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("callsWithAStream")
    void aKernelThatNamesASpecialStreamIsRefusedForTheFirstVersion(
            String name, BiConsumer<DeviceRuntimeCalls, Operand> call) {
        KernelLoader loader = new KernelLoader(MachineSettings.of(Profiles.load("k20x")));
        for (Operand stream : List.of(DeviceRuntimeCalls.TAIL_LAUNCH, DeviceRuntimeCalls.FIRE_AND_FORGET)) {
            assertThatThrownBy(() -> loader.load(kernel(call, stream)))
                    .isInstanceOf(KernelLoadException.class)
                    .hasMessageStartingWith("kernel parent names cudaStreamTailLaunch or cudaStreamFireAndForget")
                    .hasMessageContaining("TAIL-9");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("callsWithAStream")
    void theNullStreamPasses(String name, BiConsumer<DeviceRuntimeCalls, Operand> call) {
        KernelLoader loader = new KernelLoader(MachineSettings.of(Profiles.load("k20x")));
        assertThatCode(() -> loader.load(kernel(call, DeviceRuntimeCalls.NULL_STREAM)))
                .doesNotThrowAnyException();
    }
}
