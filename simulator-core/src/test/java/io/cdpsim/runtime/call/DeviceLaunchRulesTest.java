package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.launch;
import static io.cdpsim.runtime.call.ParentLab.onlyThread;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a launch by device code gives, and what its child gets (rules LNCH-6 to LNCH-10, PARM-3 to PARM-5, DEPTH-4, TAIL-12, TAIL-15). */
class DeviceLaunchRulesTest {
    private static final int INVALID_CONFIGURATION = 9;
    private static final int OUT_OF_RESOURCES = 701;

    private final ParentLab lab = ParentLab.on("h200");

    private static KernelReference reference(KernelBuilder k) {
        return KernelReference.to(k.build());
    }

    private static Operand shaped(KernelBuilder k, KernelReference child, long[] shape) {
        Operand[] of = new Operand[7];
        for (int i = 0; i < of.length; i++) {
            of[i] = u32((int) shape[i]);
        }
        return k.device()
                .launch(
                        child,
                        List.of(of[0], of[1], of[2]),
                        List.of(of[3], of[4], of[5]),
                        of[6],
                        NULL_STREAM,
                        List.of());
    }

    private int error(KernelReference child, long... shape) {
        lab.run(1, 1, k -> lab.keep(k, 0, shaped(k, child, shape)));
        return lab.kept(1)[0];
    }

    /** Rules LNCH-7 and LNCH-9, Q-16. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 1, 1, 1, 0",
        "1, 0, 1, 1, 1, 1, 0",
        "1, 1, 0, 1, 1, 1, 0",
        "1, 1, 1, 0, 1, 1, 0",
        "1, 1, 1, 1, 0, 1, 0",
        "1, 1, 1, 1, 1, 0, 0",
        "1, 1, 1, 1025, 1, 1, 0",
        "1, 1, 1, 1, 1025, 1, 0",
        "1, 1, 1, 1, 1, 65, 0",
        "1, 1, 1, 32, 33, 1, 0",
        "2147483648, 1, 1, 1, 1, 1, 0",
        "1, 65536, 1, 1, 1, 1, 0",
        "1, 1, 65536, 1, 1, 1, 0",
        "1, 1, 1, 1, 1, 1, 49153"
    })
    void aShapeThatNoGridHasIsRefusedAndItsChildNeverRuns(
            long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ, long shared) {
        assertThat(error(ParentLab.child("child", 0), gridX, gridY, gridZ, blockX, blockY, blockZ, shared))
                .isEqualTo(INVALID_CONFIGURATION);
        assertThat(lab.grids("child")).isEmpty();
        assertThat(lab.timeline().failures())
                .extracting(Timeline.Failure::errorCode)
                .containsExactly(9);
        assertThat(lab.host().device().runtimeMetrics().failedLaunches()).isEqualTo(1);
    }

    @Test
    void aLargestShapeRuns() {
        assertThat(error(ParentLab.child("child", 0), 2, 3, 4, 4, 4, 64, 49_152))
                .isZero();
        assertThat(lab.grid("child").blocks()).isEqualTo(24);
    }

    /** A launch that was right says nothing of the next. */
    @Test
    void eachLaunchIsCheckedForItself() {
        KernelReference child = ParentLab.child("child", 0);
        KernelReference bound = reference(new KernelBuilder("bound").maxThreadsPerBlock(64));
        lab.run(1, 1, k -> {
            lab.keep(k, 0, k.device().launch(child, u32(1), u32(128), NULL_STREAM));
            lab.keep(k, 1, k.device().launch(child, u32(1), u32(2_000), NULL_STREAM));
            lab.keep(k, 2, k.device().launch(child, u32(1), u32(128), NULL_STREAM));
            lab.keep(k, 3, k.device().launch(bound, u32(1), u32(128), NULL_STREAM));
        });

        assertThat(lab.kept(4)).containsExactly(0, 9, 0, 9);
        assertThat(lab.grids("child")).hasSize(2);
    }

    /** Rule LNCH-8: the reference says 701, the H200 gives 9. */
    @ParameterizedTest
    @CsvSource({"h200, false, 9", "h200, true, 701", "k20x, false, 701"})
    void moreThreadsThanTheLaunchBoundsAreRefused(String profile, boolean strict, int error) {
        ParentLab any = strict ? ParentLab.strict() : ParentLab.on(profile);
        KernelReference bound = reference(new KernelBuilder("bound").maxThreadsPerBlock(64));
        any.run(1, 1, k -> {
            any.keep(k, 0, k.device().launch(bound, u32(1), u32(64), NULL_STREAM));
            any.keep(k, 1, k.device().launch(bound, u32(1), u32(65), NULL_STREAM));
        });

        assertThat(any.kept(2)).containsExactly(0, error);
    }

    /** Rule LNCH-8: 65,536 registers a block. */
    @Test
    void moreRegistersThanABlockHasAreTooManyResources() {
        KernelReference many = reference(new KernelBuilder("many").registersPerThread(128));
        assertThat(error(many, 1, 1, 1, 512, 1, 1, 0)).isZero();
        assertThat(error(many, 1, 1, 1, 544, 1, 1, 0)).isEqualTo(OUT_OF_RESOURCES);
    }

    /** Rule LNCH-10. */
    @ParameterizedTest
    @CsvSource({"TEXTURE_REFERENCE, 66", "SURFACE_REFERENCE, 67"})
    void referencesOfAModuleAreForLaunchesOfTheHost(KernelProperty property, int error) {
        KernelBuilder referring = new KernelBuilder("referring").declare(property);
        assertThat(error(reference(referring), 1, 1, 1, 1, 1, 1, 0)).isEqualTo(error);
    }

    /** Rules FAF-4 and TAIL-9, where the handle is not known before the launch. */
    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void cdp1KnowsNoSpecialStream(long handle) {
        ParentLab kepler = ParentLab.on("k20x");
        kepler.run(1, 1, k -> {
            k.memory().store(ValueType.U64, kepler.word(2), u64(handle));
            kepler.keep(k, 0, launch(k, "child", 0, k.memory().load(ValueType.U64, kepler.word(2))));
        });

        assertThat(kepler.kept(1)).containsExactly(1);
        assertThat(kepler.grids("child")).isEmpty();
    }

    /** A kernel that launches the next level into a stream; each keeps its error code in the word of its level. */
    private static void levels(ParentLab lab, int levels, Operand stream) {
        KernelReference next = ParentLab.child("level" + levels, 0);
        for (int level = levels - 1; level > 0; level--) {
            KernelBuilder k = new KernelBuilder("level" + level);
            lab.keep(k, level, k.device().launch(next, u32(1), u32(1), stream));
            next = reference(k);
        }
        KernelReference first = next;
        lab.run(1, 1, k -> lab.keep(k, 0, k.device().launch(first, u32(1), u32(1), stream)));
    }

    /** Rule DEPTH-4. */
    @ParameterizedTest
    @CsvSource({"k20x, 65", "h200, 0"})
    void aGridDeeperThanTheNestingLimitIsRefusedWhereThereIsOne(String profile, int error) {
        ParentLab any = profile.equals("k20x")
                ? ParentLab.on(profile, "limits.max_nesting_depth=3", "limits.sync_depth=2")
                : ParentLab.on(profile);
        levels(any, 4, NULL_STREAM);

        assertThat(any.kept(4)).containsExactly(0, 0, 0, error);
        assertThat(any.grid("level3").depth()).isEqualTo(3);
        assertThat(any.grids("level4")).hasSize(error == 0 ? 1 : 0);
    }

    /** Rules TAIL-13 and TAIL-15: a tail lies no deeper than its parent. */
    @Test
    void aChainOfTailsMeetsNoNestingLimit() {
        ParentLab limited = ParentLab.on("h200", "limits.max_nesting_depth=3");
        levels(limited, 6, TAIL_LAUNCH);
        assertThat(limited.kept(6)).containsOnly(0);
        assertThat(limited.timeline().grids()).extracting(GridLifetime::depth).containsOnly(0);
    }

    @Test
    void theNestingLimitHoldsForForgottenGridsToo() {
        ParentLab limited = ParentLab.on("h200", "limits.max_nesting_depth=3");
        levels(limited, 4, FIRE_AND_FORGET);
        assertThat(limited.kept(4)).containsExactly(0, 0, 0, 65);
    }

    /** Rules ERR-1, ERR-3 and TAIL-12. */
    @Test
    void aThreadsLastErrorIsItsOwnAndStaysUntilItIsTaken() {
        KernelReference child = ParentLab.child("child", 0);
        lab.run(1, 2, k -> {
            onlyThread(k, 0, () -> k.device().launch(child, u32(1), u32(2_000), TAIL_LAUNCH));
            k.device().launch(child, u32(1), u32(1), TAIL_LAUNCH);
            lab.keepOfEach(k, 0, k.device().peekAtLastError());
            lab.keepOfEach(k, 2, k.device().peekAtLastError());
            lab.keepOfEach(k, 4, k.device().getLastError());
            lab.keepOfEach(k, 6, k.device().getLastError());
        });

        assertThat(lab.kept(8)).containsExactly(9, 0, 9, 0, 9, 0, 0, 0);
        assertThat(lab.grids("child")).hasSize(2);
    }

    /** Rule ENV-3: the stack that a child needs. */
    @Test
    void aChildLetsTheStackGrow() {
        KernelBuilder child = new KernelBuilder("child");
        child.localArray(6_000);
        KernelReference reference = reference(child);
        lab.run(1, 1, k -> {
            lab.keep(k, 0, k.device().deviceGetLimit(u32(0)).get(1));
            k.device().launch(reference, u32(1), u32(1), NULL_STREAM);
            lab.keep(k, 1, k.device().deviceGetLimit(u32(0)).get(1));
        });

        assertThat(lab.kept(2)).containsExactly(1_024, 6_000);
    }
}
