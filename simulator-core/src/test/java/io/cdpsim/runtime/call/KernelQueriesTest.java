package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Operand;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What device code learns of kernels (rules API-1, API-2). */
class KernelQueriesTest {
    private static final int INVALID_VALUE = 1;

    private final ParentLab lab = ParentLab.on("h200");

    private void keep(KernelBuilder k, int at, List<Operand.Register> errorAndValue) {
        lab.keep(k, at, errorAndValue.get(0));
        lab.keep(k, at + 1, errorAndValue.get(1));
    }

    private static Kernel asked() {
        KernelBuilder k = new KernelBuilder("asked").registersPerThread(96);
        k.sharedArray(1_000);
        k.localArray(48);
        return k.build();
    }

    /** 65,536 registers: 96 of them are held by 672 threads, in units of 256 a warp, but only by 640 in four parts of an SM. */
    @ParameterizedTest
    @CsvSource({
        "SHARED_BYTES, 1000",
        "LOCAL_BYTES, 48",
        "MAX_THREADS_PER_BLOCK, 640",
        "REGISTERS, 96",
        "BINARY_VERSION, 90",
        "MAX_DYNAMIC_SHARED_BYTES, 48152"
    })
    void aKernelsAttributesAreWhatItIsBuiltWith(FunctionAttribute attribute, int value) {
        lab.run(1, 1, k -> keep(k, 0, k.device().funcGetAttributes(KernelReference.to(asked()), attribute)));

        assertThat(lab.kept(2)).containsExactly(0, value);
    }

    @Test
    void launchBoundsAreTheMostThreadsOfAKernel() {
        Kernel bound = new KernelBuilder("bound").maxThreadsPerBlock(96).build();
        lab.run(
                1,
                1,
                k -> keep(
                        k,
                        0,
                        k.device()
                                .funcGetAttributes(
                                        KernelReference.to(bound), FunctionAttribute.MAX_THREADS_PER_BLOCK)));

        assertThat(lab.kept(2)).containsExactly(0, 96);
    }

    /** In the order of the structure {@code cudaFuncAttributes}, as far as programs read it. */
    @Test
    void allAttributesOfAKernelComeAtOnce() {
        CodeLab code = new CodeLab();
        int first = code.call(new Modifiers.Device(
                DeviceCall.FUNC_GET_ALL_ATTRIBUTES, List.of(), KernelReference.to(asked()), false));
        for (int i = 0; i < 11; i++) {
            code.give(i, first + i);
        }
        code.run(1);

        int[] expected = {0, 1_000, 0, 48, 640, 96, 90, 90, 0, 48_152, -1};
        for (int i = 0; i < expected.length; i++) {
            assertThat((int) code.given(i, 0)).as("result %d", i).isEqualTo(expected[i]);
        }
    }

    /** 228 KiB of shared memory an SM, of which each block takes one more than it asks for; 2,048 threads, 65,536 registers. */
    @ParameterizedTest
    @CsvSource({
        "1024, 0, 0, 0",
        "512, 0, 0, 1",
        "256, 0, 0, 2",
        "32, 0, 0, 20",
        "32, 47104, 0, 4",
        "0, 0, 1, 0",
        "-1, 0, 1, 0",
        "32, 300000, 0, 0",
        "32, -1, 0, 0"
    })
    void theBlocksOfAnSmAreThoseThatFit(int threads, long dynamic, int error, int blocks) {
        KernelReference kernel = KernelReference.to(asked());
        lab.run(1, 1, k -> {
            keep(k, 0, k.device().occupancyMaxActiveBlocksPerMultiprocessor(kernel, s32(threads), u64(dynamic)));
            keep(
                    k,
                    2,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                    kernel, s32(threads), u64(dynamic), u32(1)));
            lab.keep(
                    k,
                    4,
                    k.device()
                            .occupancyMaxActiveBlocksPerMultiprocessorWithFlags(kernel, s32(32), u64(0), u32(2))
                            .get(0));
        });

        assertThat(lab.kept(5)).containsExactly(error, blocks, error, blocks, INVALID_VALUE);
    }

    @Test
    void codeIsThatOfTheDevicesComputeCapability() {
        ParentLab kepler = ParentLab.on("k20x");
        kepler.run(
                1,
                1,
                k -> kepler.keep(
                        k,
                        0,
                        k.device()
                                .funcGetAttributes(KernelReference.to(asked()), FunctionAttribute.BINARY_VERSION)
                                .get(1)));

        assertThat(kepler.kept(1)).containsExactly(35);
    }

    /** {@code cudaErrorInvalidDeviceFunction} is 98. */
    @Test
    void ofWhatIsNoKernelNothingIsKnown() {
        CodeLab code = new CodeLab();
        int none = code.constant(0x1234);
        List<List<Integer>> arguments = List.of(List.of(code.constant(3)), List.of());
        List<DeviceCall> calls = List.of(DeviceCall.FUNC_GET_ATTRIBUTES, DeviceCall.FUNC_GET_ALL_ATTRIBUTES);
        for (int i = 0; i < calls.size(); i++) {
            code.give(i, code.call(new Modifiers.Device(calls.get(i), arguments.get(i), null, none, false)));
        }
        code.run(1);

        assertThat(code.given(0, 0)).isEqualTo(98);
        assertThat(code.given(1, 0)).isEqualTo(98);
    }
}
