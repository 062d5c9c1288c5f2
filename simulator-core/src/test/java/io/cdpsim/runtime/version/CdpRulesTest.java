package io.cdpsim.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.PrintfFifoSpec;
import io.cdpsim.profile.RuntimeLimitsSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What CDP1, CDP2 as documented and CDP2 as on an H200 answer, rule by rule. */
class CdpRulesTest {
    private static final CudaVersion CUDA_5 = new CudaVersion(5, 5);
    private static final CudaVersion CUDA_6 = new CudaVersion(6, 0);
    private static final CudaVersion CUDA_12 = new CudaVersion(12, 4);
    private static final CudaVersion CUDA_13 = new CudaVersion(13, 0);

    private final CdpRules cdp1 = new Cdp1Rules(CUDA_6);
    private final CdpRules documented = new Cdp2Rules(CUDA_13, true);
    private final CdpRules measured = new Cdp2Rules(CUDA_13, false);

    /** 24 levels, as many as asked for of the virtualised pool, two events a slot. */
    private static RuntimeLimitsSpec limits(int nesting, int virtualized) {
        return new RuntimeLimitsSpec(
                0, 0, 0, 0, 0, 2, 0, nesting, 0, false, virtualized, 0, PrintfFifoSpec.NONE, 0, 0, 0, 0, 0);
    }

    private static Block block(long index) {
        Kernel kernel = new KernelBuilder("kernel").build();
        Grid grid = new Grid(1, 1, kernel, LaunchShape.of(9, 32), new byte[0], CachePreference.NONE, false);
        Block block = new Block(0, grid);
        block.start(grid, index, 0);
        return block;
    }

    /** Rules STR-1, STR-2 and EVT-3. */
    @Test
    void streamsBelongToABlockInCdp1AndToTheGridInCdp2() {
        assertThat(cdp1.ownerBlock(block(0))).isNotEqualTo(cdp1.ownerBlock(block(5)));
        assertThat(cdp1.ownerBlock(block(0))).as("0 stands for the grid").isPositive();
        assertThat(measured.ownerBlock(block(5))).isZero();
        assertThat(cdp1.hasSpecialStreams()).isFalse();
        assertThat(measured.hasSpecialStreams()).isTrue();
    }

    /** Rules POOL-3 to POOL-6. */
    @Test
    void launchesAreVirtualisedFromCuda6On() {
        assertThat(new Cdp1Rules(CUDA_5).virtualizedSlots(limits(24, 0))).isZero();
        assertThat(new Cdp1Rules(CUDA_5).virtualizedSlots(limits(24, 700))).isZero();
        assertThat(cdp1.virtualizedSlots(limits(24, 700))).isEqualTo(700);
        assertThat(cdp1.virtualizedSlots(limits(24, 0))).as("no limit").isEqualTo(Long.MAX_VALUE);
        assertThat(measured.virtualizedSlots(limits(24, 700))).isZero();
    }

    /** Rules DEPTH-4 and DEPTH-9. */
    @Test
    void theNestingLimitIsThatOfTheDevice() {
        for (CdpRules rules : List.of(cdp1, documented, measured)) {
            assertThat(rules.maxGridDepth(limits(24, 0))).isEqualTo(24);
            assertThat(rules.maxGridDepth(limits(0, 0))).isEqualTo(Integer.MAX_VALUE);
        }
    }

    /** Rules EVT-6 and POOL-7. */
    @Test
    void eventsAreLimitedByThePoolInCdp2() {
        assertThat(cdp1.eventSlots(2_048, limits(24, 0))).isEqualTo(Long.MAX_VALUE);
        assertThat(measured.eventSlots(2_048, limits(24, 0))).isEqualTo(4_096);
    }

    @Test
    void errorsAreThoseOfTheDocumentsOrThoseThatAnH200Gives() {
        assertThat(List.of(cdp1, documented, measured))
                .extracting(
                        CdpRules::poolFullError,
                        CdpRules::launchBoundsError,
                        CdpRules::nullEventError,
                        CdpRules::limitChangeError,
                        CdpRules::hostConfigurationError)
                .containsExactly(
                        tuple(
                                CudaError.LAUNCH_PENDING_COUNT_EXCEEDED,
                                CudaError.LAUNCH_OUT_OF_RESOURCES,
                                CudaError.INVALID_RESOURCE_HANDLE,
                                CudaError.INVALID_VALUE,
                                CudaError.INVALID_CONFIGURATION),
                        tuple(
                                CudaError.LAUNCH_OUT_OF_RESOURCES,
                                CudaError.LAUNCH_OUT_OF_RESOURCES,
                                CudaError.INVALID_RESOURCE_HANDLE,
                                CudaError.INVALID_VALUE,
                                CudaError.INVALID_CONFIGURATION),
                        tuple(
                                CudaError.LAUNCH_PENDING_COUNT_EXCEEDED,
                                CudaError.INVALID_CONFIGURATION,
                                CudaError.INVALID_VALUE,
                                CudaError.SUCCESS,
                                CudaError.INVALID_VALUE));
        // with CUDA 13 only.
        assertThat(new Cdp2Rules(CUDA_12, false).hostConfigurationError()).isEqualTo(CudaError.INVALID_CONFIGURATION);
    }

    /** Rule STR-9, Q-11: 1 is cudaStreamNonBlocking. */
    @ParameterizedTest
    @CsvSource({"0, false, false, true", "1, true, true, true", "2, false, false, false"})
    void streamsAreMadeWithTheFlagThatTheyMustHave(int flags, boolean inCdp1, boolean asDocumented, boolean onH200) {
        assertThat(cdp1.acceptsStreamFlags(flags)).isEqualTo(inCdp1);
        assertThat(documented.acceptsStreamFlags(flags)).isEqualTo(asDocumented);
        assertThat(measured.acceptsStreamFlags(flags)).isEqualTo(onH200);
    }

    @ParameterizedTest
    @CsvSource({"0, true, true, true", "1, false, false, true"})
    void waitsTakeNoFlagsButOnAnH200(int flags, boolean inCdp1, boolean asDocumented, boolean onH200) {
        assertThat(cdp1.acceptsWaitFlags(flags)).isEqualTo(inCdp1);
        assertThat(documented.acceptsWaitFlags(flags)).isEqualTo(asDocumented);
        assertThat(measured.acceptsWaitFlags(flags)).isEqualTo(onH200);
    }

    /** */
    @Test
    void faultsOfTheDriverAreTheH200sAlone() {
        assertThat(List.of(cdp1, documented, measured))
                .extracting(CdpRules::fillsWithZeros)
                .containsExactly(false, false, true);
        assertThat(List.of(cdp1, documented, measured))
                .extracting(CdpRules::faultsOnForeignLocalAddress)
                .containsExactly(false, false, true);
        assertThat(List.of(cdp1, documented, measured))
                .extracting(CdpRules::reportsFaultOnce)
                .containsExactly(false, false, true);
    }

    /** Rule API-1, Q-42. */
    @Test
    void deviceCodeSeesTheVersionOfTheToolkitButOnAnH200() {
        assertThat(cdp1.runtimeVersion()).isEqualTo(6_000);
        assertThat(new Cdp1Rules(CUDA_5).runtimeVersion()).isEqualTo(5_050);
        assertThat(documented.runtimeVersion()).isEqualTo(13_000);
        assertThat(measured.runtimeVersion()).isEqualTo(6_000);
    }

    /** Rule ENV-3, Q-44. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 16", "15, 16", "16, 16", "17, 32", "1024, 1024"})
    void anH200RoundsTheStackUp(long asked, long got) {
        assertThat(measured.stackBytes(asked)).isEqualTo(got);
        assertThat(documented.stackBytes(asked)).isEqualTo(asked);
        assertThat(cdp1.stackBytes(asked)).isEqualTo(asked);
    }

    @ParameterizedTest
    @EnumSource(DeviceCall.class)
    void callsAreOfferedInTheVersionsThatTheirTableNames(DeviceCall call) {
        assertThat(cdp1.supports(call)).isEqualTo(call.signature().versions().cdp1());
        assertThat(measured.supports(call))
                .isEqualTo(call.signature().versions().cdp2());
    }

    /** Rule VER-4: on a GPU before 9.0, with a toolkit that knows both. */
    @Test
    void whereBothVersionsRunEachAnswerIsThatOfTheCallersVersion() throws ReflectiveOperationException {
        List<String> asked = new ArrayList<>();
        RulesByKernel both = new RulesByKernel(
                new CdpVersionTable(CUDA_12, new ComputeCapability(8, 9)),
                answering("CDP1", new Cdp1Rules(CUDA_6), asked),
                answering("CDP2", new Cdp2Rules(CUDA_12, false), asked));
        Kernel old =
                new KernelBuilder("old").declare(KernelProperty.FORCED_CDP1).build();
        Kernel present = new KernelBuilder("present").build();
        for (Kernel caller : List.of(present, old)) {
            String version = caller == old ? "CDP1" : "CDP2";
            CdpRules own = caller == old ? new Cdp1Rules(CUDA_6) : new Cdp2Rules(CUDA_12, false);
            both.enter(caller);
            for (Method rule : CdpRules.class.getMethods()) {
                if (rule.isDefault()) {
                    continue;
                }
                Object[] arguments = arguments(rule);
                asked.clear();
                assertThat(rule.invoke(both, arguments)).as(rule.getName()).isEqualTo(rule.invoke(own, arguments));
                assertThat(asked).containsExactly(version + " " + rule.getName());
            }
        }
    }

    private static CdpRules answering(String version, CdpRules rules, List<String> asked) {
        return (CdpRules) Proxy.newProxyInstance(
                CdpRules.class.getClassLoader(), new Class<?>[] {CdpRules.class}, (proxy, rule, arguments) -> {
                    asked.add(version + " " + rule.getName());
                    return rule.invoke(rules, arguments);
                });
    }

    private static Object[] arguments(Method rule) {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : rule.getParameterTypes()) {
            arguments.add(
                    type == int.class
                            ? (Object) 0
                            : type == long.class
                                    ? (Object) 17L
                                    : type == Block.class
                                            ? block(4)
                                            : type == DeviceCall.class ? DeviceCall.LAUNCH : limits(24, 700));
        }
        return arguments.toArray();
    }

    @Test
    void aKernelIsBuiltForTheVersionOfItsToolkitUnlessItSaysOtherwise() {
        CdpVersionTable both = new CdpVersionTable(CUDA_12, new ComputeCapability(8, 9));
        Kernel present = new KernelBuilder("present").build();
        for (KernelProperty property : List.of(KernelProperty.FORCED_CDP1, KernelProperty.EARLIER_PTX)) {
            Kernel old = new KernelBuilder("old").declare(property).build();
            assertThat(both.builtFor(old)).isEqualTo(CdpSupport.CDP1);
            assertThat(both.runsAs(old)).isEqualTo(CdpSupport.CDP1);
        }
        assertThat(both.builtFor(present)).isEqualTo(CdpSupport.CDP2);
        assertThat(both.runsAs(present)).isEqualTo(CdpSupport.CDP2);
        assertThat(new CdpVersionTable(CUDA_6, new ComputeCapability(8, 9)).builtFor(present))
                .isEqualTo(CdpSupport.CDP1);
    }

    /** Rule VER-4. */
    @ParameterizedTest
    @CsvSource({"11.8, 8, 6, false", "12.0, 8, 6, true", "12.0, 3, 0, false", "12.0, 3, 5, true", "12.0, 9, 0, false"})
    void bothVersionsRunWhereTheToolkitKnowsBothAndTheDeviceHasTheFirst(
            String toolkit, int major, int minor, boolean both) {
        assertThat(new CdpVersionTable(CudaVersion.parse(toolkit), new ComputeCapability(major, minor)).runsBoth())
                .isEqualTo(both);
    }
}
