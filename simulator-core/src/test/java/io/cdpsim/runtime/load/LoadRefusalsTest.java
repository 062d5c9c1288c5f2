package io.cdpsim.runtime.load;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.call.FunctionAttribute;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.load.KernelLoadException.Stage;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What compilers and the loader refuse before any thread runs, at which step and with which code: rules VER-1 to VER-8, PARM-3, LNCH-11. */
class LoadRefusalsTest {
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final GpuProfile K20X = Profiles.load("k20x");

    /** Between the two: kernels of either version run on it. */
    private static final GpuProfile VOLTA = Profiles.load("h200", List.of("compute_capability=7.0"));

    private static MachineSettings on(GpuProfile profile) {
        return MachineSettings.of(profile);
    }

    private static Kernel kernel(String name, Consumer<KernelBuilder> body, KernelProperty... properties) {
        KernelBuilder k = new KernelBuilder(name);
        for (KernelProperty each : properties) {
            k.declare(each);
        }
        body.accept(k);
        return k.build();
    }

    private static Kernel plain(KernelProperty... properties) {
        return kernel("plain", k -> {}, properties);
    }

    private static Kernel launching(Kernel child, KernelProperty... properties) {
        return kernel(
                "parent",
                k -> k.device().launch(KernelReference.to(child), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM),
                properties);
    }

    private static Kernel synchronizing(KernelProperty... properties) {
        return kernel("waiter", k -> k.device().deviceSynchronize(), properties);
    }

    private static void loads(MachineSettings settings, Kernel kernel) {
        assertThatCode(() -> new KernelLoader(settings).load(kernel)).doesNotThrowAnyException();
    }

    private static void refused(MachineSettings settings, Kernel kernel, Stage stage, CudaError error, String why) {
        assertThatThrownBy(() -> new KernelLoader(settings).load(kernel))
                .isInstanceOfSatisfying(KernelLoadException.class, e -> {
                    assertThat(e.stage()).isEqualTo(stage);
                    assertThat(e.error()).isEqualTo(error);
                })
                .hasMessageContaining(why);
    }

    @Test
    void aDeviceWithoutDynamicParallelismRunsKernelsThatDoNotUseIt() {
        MachineSettings gtx680 = on(Profiles.load("gtx680"));
        loads(gtx680, plain());
        refused(gtx680, launching(plain()), Stage.COMPILE, CudaError.INVALID_DEVICE_FUNCTION, "(rule VER-1)");
        refused(
                gtx680,
                launching(plain()),
                Stage.COMPILE,
                CudaError.INVALID_DEVICE_FUNCTION,
                "kernel parent calls the device runtime, but profile gtx680 (compute capability 3.0)");
    }

    @Test
    void addressesOf32BitsAreForTheFirstVersionAlone() {
        Kernel narrow = launching(plain(), KernelProperty.ADDRESSES_OF_32_BITS);
        loads(on(K20X), narrow);
        loads(on(VOLTA), launching(plain(), KernelProperty.ADDRESSES_OF_32_BITS, KernelProperty.FORCED_CDP1));
        loads(on(H200), plain(KernelProperty.ADDRESSES_OF_32_BITS));
        refused(on(H200), narrow, Stage.COMPILE, CudaError.INVALID_DEVICE_FUNCTION, "compiled for 32-bit addresses");
    }

    @ParameterizedTest
    @CsvSource({"NOT_RELOCATABLE, LINK, UNKNOWN, VER-7", "IN_DEVICE_GRAPH, LOAD, NOT_SUPPORTED, VER-8"})
    void howAKernelIsBuiltMattersWhereItCallsTheDeviceRuntime(
            KernelProperty property, Stage stage, CudaError error, String rule) {
        loads(on(H200), plain(property));
        refused(on(H200), launching(plain(), property), stage, error, "(rule " + rule + ")");
    }

    @Test
    void theMultiProcessServiceRunsNoDynamicParallelism() {
        MachineSettings shared = on(H200).withMps(true);
        loads(shared, plain());
        refused(shared, launching(plain()), Stage.LOAD, CudaError.CDP_NOT_SUPPORTED, "(rule VER-6)");
    }

    /** The table of rule VER-3. */
    @Test
    void aDeviceSynchronisationIsForTheFirstVersionBelowCapability9() {
        loads(on(K20X), synchronizing());
        loads(on(VOLTA), synchronizing(KernelProperty.FORCED_CDP1));
        loads(on(VOLTA), synchronizing(KernelProperty.EARLIER_PTX));
        refused(on(VOLTA), synchronizing(), Stage.COMPILE, CudaError.INVALID_DEVICE_FUNCTION, "(rule VER-3)");
        refused(on(H200), synchronizing(), Stage.COMPILE, CudaError.INVALID_DEVICE_FUNCTION, "runs CDP2");
        refused(
                on(H200),
                synchronizing(KernelProperty.FORCED_CDP1),
                Stage.COMPILE,
                CudaError.INVALID_DEVICE_FUNCTION,
                "use a tail launch");
        refused(
                on(H200),
                synchronizing(KernelProperty.EARLIER_PTX),
                Stage.LOAD,
                CudaError.SYMBOL_NOT_FOUND,
                "PTX compiled for compute capability 9.0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void versionsDoNotMixInOneCallGraph(boolean parentIsOld) {
        KernelProperty[] old = {KernelProperty.FORCED_CDP1};
        KernelProperty[] none = {};
        Kernel child = launching(plain(), parentIsOld ? none : old);
        Kernel parent = launching(child, parentIsOld ? old : none);
        refused(on(VOLTA), parent, Stage.LOAD, CudaError.CDP_VERSION_MISMATCH, "build both for the same version");
        // On an H200 both run CDP2; a kernel that launches nothing has no version.
        loads(on(H200), parent);
        loads(on(VOLTA), launching(plain(parentIsOld ? none : old), parentIsOld ? old : none));
        loads(on(VOLTA), launching(launching(plain(), old), old));
    }

    @Test
    void whoOnlyAsksAboutAKernelMayBeOfAnotherVersion() {
        Kernel old = launching(plain(), KernelProperty.FORCED_CDP1);
        Kernel asking = kernel(
                "asking", k -> k.device().funcGetAttributes(KernelReference.to(old), FunctionAttribute.REGISTERS));
        loads(on(VOLTA), asking);
    }

    @Test
    void parametersOfALaunchByTheDeviceCanBeCopiedByteByByte() {
        Kernel child = plain(KernelProperty.NONTRIVIAL_PARAMETER);
        loads(on(H200), child);
        refused(
                on(H200),
                launching(child),
                Stage.COMPILE,
                CudaError.INVALID_DEVICE_FUNCTION,
                "kernel parent launches plain, a parameter of which cannot be copied byte by byte (rule LNCH-11)");
    }

    /** From CUDA 12.1 on kernels that the host launches on Volta and later take 32,764 bytes. */
    @ParameterizedTest
    @CsvSource({"h200, 13, 0, 32764", "h200, 12, 1, 32764", "h200, 12, 0, 4096", "k20x, 11, 8, 4096"})
    void aKernelHasAsManyBytesOfParametersAsItsCudaVersionLetsIt(String profile, int major, int minor, int most) {
        MachineSettings settings = on(Profiles.load(profile)).withCuda(new CudaVersion(major, minor));
        loads(settings, withParameters(most));
        refused(
                settings,
                withParameters(most + 1),
                Stage.COMPILE,
                CudaError.LAUNCH_OUT_OF_RESOURCES,
                "has " + (most + 1) + " bytes of parameters, but " + most + " are the maximum");
    }

    @Test
    void onADeviceBeforeVoltaItIs4096BytesWhateverTheVersion() {
        GpuProfile pascal = Profiles.load("h200", List.of("compute_capability=6.0"));
        loads(on(pascal), withParameters(4_096));
        refused(on(pascal), withParameters(4_097), Stage.COMPILE, CudaError.LAUNCH_OUT_OF_RESOURCES, "(rule PARM-3)");
    }

    private static Kernel withParameters(int bytes) {
        return new CodeEmitter()
                .build(
                        new KernelAttributes("wide", 32, 0, 0, 0, false),
                        ParameterLayout.ofParameters(List.of(new ParameterLayout.Parameter(ValueType.U8, bytes, 1))));
    }

    @Test
    void whatAKernelNamesIsRefusedWithItHoweverFarItIs() {
        Kernel wrong = synchronizing();
        Kernel asking = kernel(
                "asking", k -> k.device().funcGetAttributes(KernelReference.to(wrong), FunctionAttribute.REGISTERS));
        CodeEmitter taking = new CodeEmitter();
        taking.emit(
                Opcode.KERNEL_ADDRESS,
                taking.newRegisters(1),
                -1,
                -1,
                -1,
                new Modifiers.KernelAddress(KernelReference.to(wrong)));
        Kernel address =
                taking.build(new KernelAttributes("taking", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
        for (Kernel named : List.of(launching(wrong), launching(launching(wrong)), asking, address)) {
            refused(on(H200), named, Stage.COMPILE, CudaError.INVALID_DEVICE_FUNCTION, "kernel waiter calls");
        }
    }

    @Test
    void whatWasRefusedIsRefusedAgainAndWhatWasLoadedStays() {
        KernelLoader loader = new KernelLoader(on(H200));
        Kernel wrong = launching(synchronizing());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> loader.load(wrong)).isInstanceOf(KernelLoadException.class);
        }
        Kernel right = launching(plain());
        loader.load(right);
        assertThatCode(() -> loader.load(right)).doesNotThrowAnyException();
    }

    @Test
    void aCallGraphReachesWhatAnyKernelInItCalls() {
        Kernel far = launching(launching(kernel("leaf", k -> k.device().getDevice())));
        assertThat(CallGraph.reaches(far, DeviceCall.GET_DEVICE)).isTrue();
        assertThat(CallGraph.reaches(far, DeviceCall.LAUNCH)).isTrue();
        assertThat(CallGraph.reaches(far, DeviceCall.DEVICE_SYNCHRONIZE)).isFalse();
        KernelBuilder self = new KernelBuilder("self");
        self.device().launch(self.self(), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM);
        assertThat(CallGraph.reaches(self.build(), DeviceCall.GET_DEVICE)).isFalse();
    }
}
