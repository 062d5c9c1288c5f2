package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.LONG;
import static io.cdpsim.runtime.call.ParentLab.launch;
import static io.cdpsim.runtime.call.ParentLab.onlyBlock;
import static io.cdpsim.runtime.call.ParentLab.onlyThread;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of device code: which of them a thread may use, and what they order (rules STR-1 to STR-13). */
class DeviceStreamRulesTest {
    private static final Operand LEGACY_STREAM = u64(1);
    private static final int INVALID_VALUE = 1;

    private final ParentLab lab = ParentLab.on("h200");

    /** Rule STR-7. */
    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void aStreamRunsItsGridsInOrderAndTwoStreamsBesideEachOther(String profile) {
        ParentLab either = ParentLab.on(profile);
        either.run(1, 1, k -> {
            Operand one = k.device().streamCreateWithFlags();
            Operand other = k.device().streamCreateWithFlags();
            launch(k, "first", LONG, one);
            launch(k, "second", 0, one);
            launch(k, "beside", 0, other);
        });

        either.assertInOrder("first", "second");
        either.assertBeside("first", "beside");
        either.assertWarned();
    }

    /** Rules STR-5 and STR-6. */
    @Test
    void theNullStreamIsOneForTheThreadsOfABlockAndHoldsNoOtherStreamUp() {
        lab.run(1, 2, k -> {
            onlyThread(k, 0, () -> launch(k, "first", LONG, NULL_STREAM));
            k.syncThreads();
            onlyThread(k, 1, () -> {
                launch(k, "second", LONG, LEGACY_STREAM);
                launch(k, "third", 0, NULL_STREAM);
                launch(k, "named", 0, k.device().streamCreateWithFlags());
            });
        });

        lab.assertInOrder("first", "second", "third");
        lab.assertBeside("first", "named");
    }

    /** Rule STR-5. */
    @Test
    void eachBlockHasANullStreamOfItsOwn() {
        lab.run(2, 1, k -> {
            onlyBlock(k, 0, () -> launch(k, "first", LONG, NULL_STREAM));
            onlyBlock(k, 1, () -> launch(k, "second", LONG, NULL_STREAM));
        });

        assertThat(lab.grid("first").started()).isLessThan(lab.grid("second").completed());
        assertThat(lab.grid("second").started()).isLessThan(lab.grid("first").completed());
    }

    /** Rules STR-12 and STR-13: by its handle, or as stream 0 where the code is built so. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachThreadHasAStreamOfItsOwn(boolean asDefault) {
        Operand stream = asDefault ? NULL_STREAM : PER_THREAD_STREAM;
        lab.run(1, 2, k -> {
            if (asDefault) {
                k.device().perThreadDefaultStream();
            }
            onlyThread(k, 0, () -> launch(k, "first", LONG, stream));
            k.syncThreads();
            onlyThread(k, 1, () -> launch(k, "of the other", LONG, stream));
            onlyThread(k, 0, () -> launch(k, "second", 0, stream));
        });

        lab.assertInOrder("first", "second");
        lab.assertBeside("first", "of the other");
    }

    /** Rule TAIL-2: the per-thread stream is an ordinary one. */
    @Test
    void aTailWaitsForThePerThreadStream() {
        lab.run(1, 1, k -> {
            launch(k, "tail", 0, TAIL_LAUNCH);
            launch(k, "child", LONG, PER_THREAD_STREAM);
        });

        lab.assertInOrder("child", "tail");
    }

    /** Block 1 takes a stream that block 0 has made, in words 0 and 1 behind a flag in word 2. */
    private static int[] foreignBlock(ParentLab lab) {
        lab.run(2, 1, k -> {
            onlyBlock(k, 0, () -> {
                Operand stream = k.device().streamCreateWithFlags();
                launch(k, "own", LONG, stream);
                k.memory().storeVolatile(ValueType.U64, lab.word(0), stream);
                k.memory().storeVolatile(ValueType.S32, lab.word(2), s32(1));
            });
            onlyBlock(k, 1, () -> {
                k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, lab.word(2)), s32(0)));
                Operand stream = k.memory().loadVolatile(ValueType.U64, lab.word(0));
                lab.keep(k, 3, launch(k, "foreign", 0, stream));
                lab.keep(k, 4, k.device().streamDestroy(stream));
            });
        });
        return lab.kept(5);
    }

    /** Rule STR-2. */
    @Test
    void inCdp2AStreamIsThatOfTheGrid() {
        assertThat(foreignBlock(lab)).endsWith(0, 0);
        lab.assertInOrder("own", "foreign");
        lab.assertWarned();
    }

    /** Rules STR-1 and STR-3. */
    @Test
    void inCdp1AStreamIsThatOfItsBlockAlone() {
        ParentLab kepler = ParentLab.on("k20x");
        assertThat(foreignBlock(kepler)).endsWith(INVALID_VALUE, INVALID_VALUE);
        assertThat(kepler.grids("foreign")).isEmpty();
        kepler.assertWarned("STR-3", "STR-3");
        assertThat(kepler.timeline().warnings().get(0).message())
                .isEqualTo(
                        "kernel parent (block 1) uses a stream that it does not own; create a stream where it is used:"
                                + " in the same block (CDP1) or the same grid (CDP2)");
    }

    /** Rule STR-3. */
    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void aChildMayNotUseAStreamOfItsParent(String profile) {
        ParentLab either = ParentLab.on(profile);
        KernelBuilder child = new KernelBuilder("child");
        Operand handle = child.parameter(ValueType.U64);
        either.keep(child, 0, launch(child, "grandchild", 0, handle));
        KernelReference reference = KernelReference.to(child.build());
        either.run(
                1,
                1,
                k -> k.device()
                        .launch(
                                reference,
                                u32(1),
                                u32(1),
                                NULL_STREAM,
                                k.device().streamCreateWithFlags()));

        assertThat(either.kept(1)).containsExactly(INVALID_VALUE);
        assertThat(either.grids("grandchild")).isEmpty();
        either.assertWarned("STR-3");
    }

    /** Rule STR-4. */
    @ParameterizedTest
    @ValueSource(longs = {5, 0xFFF, 0x4000, -1})
    void aHandleThatIsNoStreamIsRefused(long handle) {
        lab.run(1, 1, k -> lab.keep(k, 0, launch(k, "child", 0, u64(handle))));

        assertThat(lab.kept(1)).containsExactly(INVALID_VALUE);
        assertThat(lab.grids("child")).isEmpty();
        lab.assertWarned("STR-4");
        assertThat(lab.timeline().warnings().get(0).message())
                .isEqualTo("kernel parent (block 0) uses a stream that device code did not create; create the stream in"
                        + " the grid that uses it");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 0x4000})
    void onlyAStreamThatWasMadeIsDestroyed(long handle) {
        lab.run(1, 1, k -> lab.keep(k, 0, k.device().streamDestroy(u64(handle))));

        assertThat(lab.kept(1)).containsExactly(INVALID_VALUE);
    }

    /** Rule STR-10. */
    @Test
    void workInADestroyedStreamIsDoneInItsOrder() {
        lab.run(1, 1, k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, "first", LONG, stream);
            launch(k, "second", 0, stream);
            lab.keep(k, 0, k.device().streamDestroy(stream));
        });

        assertThat(lab.kept(1)).containsExactly(0);
        lab.assertInOrder("first", "second");
    }

    /** the H200 takes that; what it orders nobody says, and here it is nothing. */
    @Test
    void aStreamThatIsGoneTakesLaunchesAndOrdersNone() {
        lab.run(1, 1, k -> {
            Operand stream = k.device().streamCreateWithFlags();
            lab.keep(k, 0, k.device().streamDestroy(stream));
            lab.keep(k, 1, k.device().streamDestroy(stream));
            lab.keep(k, 2, launch(k, "first", LONG, stream));
            lab.keep(k, 3, launch(k, "second", 0, stream));
        });

        assertThat(lab.kept(4)).containsOnly(0);
        lab.assertBeside("first", "second");
        lab.assertWarned();
    }

    /** Rule STR-9; the H200 takes the default flags too. */
    @ParameterizedTest
    @CsvSource({"0, false, 0", "1, false, 0", "2, false, 1", "0, true, 1", "1, true, 0", "3, true, 1"})
    void aStreamIsMadeWithTheFlagsOfANonBlockingOne(int flags, boolean strict, int error) {
        ParentLab either = strict ? ParentLab.strict() : lab;
        either.run(1, 1, k -> {
            var made = k.device().streamCreateWithFlags(u32(flags));
            either.keep(k, 0, made.get(0));
            either.keep(k, 1, k.select(k.equal(made.get(1), u64(0)), s32(0), s32(1)));
        });

        assertThat(either.kept(2)).containsExactly(error, error == 0 ? 1 : 0);
    }

    /** Rule FAF-1. */
    @Test
    void forgottenGridsWaitForNoneOfEachOther() {
        lab.run(1, 1, k -> {
            launch(k, "first", LONG, FIRE_AND_FORGET);
            launch(k, "second", 0, FIRE_AND_FORGET);
        });

        lab.assertBeside("first", "second");
    }
}
