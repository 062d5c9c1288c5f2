package io.cdpsim.runtime.call;

import static io.cdpsim.runtime.call.CodeLab.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that are named by their addresses, as compilers name them: rules PARM-1 and LNCH-6. */
class KernelAddressTest {
    private static final int INVALID_VALUE = 1;
    private static final int INVALID_CONFIGURATION = 9;
    private static final int INVALID_DEVICE_FUNCTION = 98;

    /** {@code *word = value + blockDim.x}. */
    private static Kernel child() {
        KernelBuilder k = new KernelBuilder("child");
        Operand.Register word = k.parameter(ValueType.U64);
        Operand.Register value = k.parameter(ValueType.S32);
        k.memory().store(ValueType.S32, word, k.add(value, k.blockDimX()));
        return k.build();
    }

    private static final Modifiers.Access WORD = new Modifiers.Access(
            StateSpace.GLOBAL, ValueType.S32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 8);

    /** Writes the parameters of {@link #child} into a buffer. */
    private static void fill(CodeLab lab, int buffer, long word, int value) {
        lab.store(StateSpace.GLOBAL, ValueType.U64, 1, buffer, lab.constant(word));
        lab.into(-1, Opcode.STORE, WORD, buffer, lab.constant(value));
    }

    private static int address(CodeLab lab, Kernel kernel) {
        return lab.op(Opcode.KERNEL_ADDRESS, new Modifiers.KernelAddress(KernelReference.to(kernel)));
    }

    private static int bufferV2(CodeLab lab, int function, int blocks, int threads) {
        int one = lab.constant(1);
        return lab.call(new Modifiers.Device(
                DeviceCall.GET_PARAMETER_BUFFER_V2,
                List.of(lab.constant(blocks), one, one, lab.constant(threads), one, one, lab.constant(0)),
                null,
                function,
                false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void aBufferOfTheSecondFormLaunchesWhatItWasTakenFor(String profile) {
        CodeLab lab = new CodeLab(MachineSettings.of(Profiles.load(profile)));
        long word = lab.machine().host().malloc(4);
        int buffer = bufferV2(lab, address(lab, child()), 1, 3);
        fill(lab, buffer, word, 100);
        lab.give(0, lab.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, lab.constant(0)));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.word(word)).isEqualTo(103);
        assertThat(lab.given(0, 0)).isZero();
    }

    @Test
    void theFirstFormTakesTheAddressAtTheLaunch() {
        CodeLab lab = new CodeLab();
        long word = lab.machine().host().malloc(4);
        int buffer = lab.call(DeviceCall.GET_PARAMETER_BUFFER, lab.constant(8), lab.constant(12));
        fill(lab, buffer, word, 100);
        int one = lab.constant(1);
        lab.give(
                0,
                lab.call(new Modifiers.Device(
                        DeviceCall.LAUNCH_BUFFER,
                        List.of(buffer, one, one, one, lab.constant(5), one, one, lab.constant(0), lab.constant(0)),
                        null,
                        address(lab, child()),
                        false)));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.word(word)).isEqualTo(105);
        assertThat(lab.given(0, 0)).isZero();
    }

    @Test
    void aWholeLaunchTakesAsLongAsTheStatementOfTheBuilder() {
        assertThat(cyclesInLaunches(true)).isEqualTo(cyclesInLaunches(false)).isPositive();
    }

    private static long cyclesInLaunches(boolean byAddress) {
        CodeLab lab = new CodeLab();
        long word = lab.machine().host().malloc(4);
        int one = lab.constant(1);
        if (byAddress) {
            int buffer = bufferV2(lab, address(lab, child()), 1, 1);
            fill(lab, buffer, word, 7);
            lab.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, lab.constant(0));
        } else {
            lab.call(new Modifiers.Device(
                    DeviceCall.LAUNCH,
                    List.of(one, one, one, one, one, one, lab.constant(0), lab.constant(0), lab.constant(word), one),
                    KernelReference.to(child()),
                    false));
        }
        assertThat(lab.run(32)).isEqualTo(CudaError.SUCCESS);
        return lab.machine().devices().get(0).metrics().warpLaunchCycles();
    }

    /** A warp whose lanes get no buffer has the launch call behind it all the same. */
    @Test
    void aBufferThatIsRefusedTakesAsLongAsALaunch() {
        CodeLab lab = new CodeLab();
        bufferV2(lab, address(lab, child()), 1, 2000);

        assertThat(lab.run(32)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.machine().devices().get(0).metrics().warpLaunchCycles())
                .isEqualTo(lab.machine()
                        .settings()
                        .profile()
                        .launch()
                        .nullStream()
                        .call()
                        .callCycles(32));
    }

    @Test
    void aBufferIsNullWhereTheLaunchCannotBeAndTheThreadKnowsWhy() {
        CodeLab lab = new CodeLab();
        lab.give(0, bufferV2(lab, address(lab, child()), 1, 2000));
        lab.give(1, lab.call(DeviceCall.GET_LAST_ERROR));
        lab.give(2, bufferV2(lab, lab.constant(0x1234), 1, 1));
        lab.give(3, lab.call(DeviceCall.GET_LAST_ERROR));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isZero();
        assertThat(lab.given(1, 0)).isEqualTo(INVALID_CONFIGURATION);
        assertThat(lab.given(2, 0)).isZero();
        assertThat(lab.given(3, 0)).isEqualTo(INVALID_DEVICE_FUNCTION);
        assertThat(lab.machine().devices().get(0).runtimeMetrics().failedLaunches())
                .isEqualTo(2);
    }

    @Test
    void aBufferLaunchesOnceAndWhatIsNoneNever() {
        CodeLab lab = new CodeLab();
        long word = lab.machine().host().malloc(4);
        int buffer = bufferV2(lab, address(lab, child()), 1, 1);
        fill(lab, buffer, word, 1);
        lab.give(0, lab.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, lab.constant(0)));
        lab.give(1, lab.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, lab.constant(0)));
        lab.give(2, lab.call(DeviceCall.LAUNCH_BUFFER_V2, lab.constant(0), lab.constant(0)));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isZero();
        assertThat(lab.given(1, 0)).isEqualTo(INVALID_VALUE);
        assertThat(lab.given(2, 0)).isEqualTo(INVALID_VALUE);
    }

    @Test
    void aKernelOfAnotherModuleIsLaunchedByTheAddressThatTheHostHandsOver() {
        CodeLab lab = new CodeLab();
        Machine machine = lab.machine();
        long word = machine.host().malloc(4);
        long function = machine.host().kernelAddress(child());
        int buffer = bufferV2(lab, lab.constant(function), 1, 1);
        fill(lab, buffer, word, 41);
        lab.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, lab.constant(0));

        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.word(word)).isEqualTo(42);
    }

    @Test
    void anAddressOfAKernelIsTheSameWhereverItIsTakenAndNoMemory() {
        CodeLab lab = new CodeLab();
        Kernel child = child();
        lab.give(0, address(lab, child));
        long function = lab.machine().host().kernelAddress(child);
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);
        assertThat(lab.given(0, 0)).isEqualTo(function);
        assertThat(lab.machine().host().kernelAddress(child())).isNotEqualTo(function);

        CodeLab reader = new CodeLab(lab.machine());
        reader.load(StateSpace.GENERIC, ValueType.S32, reader.constant(function));
        assertThat(reader.run(1)).isEqualTo(CudaError.ILLEGAL_ADDRESS);
    }

    @Test
    void whatIsAskedAboutAKernelMayBeAskedByItsAddress() {
        CodeLab lab = new CodeLab();
        for (int i = 0; i < 2; i++) {
            int result = lab.call(new Modifiers.Device(
                    DeviceCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    List.of(lab.constant(1024), lab.constant(0)),
                    null,
                    i == 0 ? address(lab, child()) : lab.constant(4),
                    false));
            lab.give(2 * i, result);
            lab.give(2 * i + 1, result + 1);
        }
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isZero();
        // 2,048 threads fit on an SM.
        assertThat(lab.given(1, 0)).isEqualTo(2);
        assertThat(lab.given(2, 0)).isEqualTo(INVALID_DEVICE_FUNCTION);
    }

    @Test
    void aLaunchThatNobodyAskedAboutIsTold() {
        CodeLab lab = new CodeLab(MachineSettings.of(Profiles.load("h200")).withCheck(true));
        lab.give(0, bufferV2(lab, address(lab, child()), 1, 2000));
        assertThat(lab.run(1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.machine().visibility().misuses())
                .anySatisfy(each ->
                        assertThat(each.message()).contains("a launch failed with cudaErrorInvalidConfiguration"));
    }

    @Test
    void aCallAboutAKernelNamesOne() {
        CodeLab lab = new CodeLab();
        bufferV2(lab, NONE, 1, 1);

        assertThatThrownBy(() -> lab.run(lab.build("k", 0, 0), LaunchShape.of(1, 1)))
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageContaining("names no kernel");
    }
}
