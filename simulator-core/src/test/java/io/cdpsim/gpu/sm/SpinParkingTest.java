package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warps that wait for words of global memory, by themselves or while another warp of the SM takes its time. */
class SpinParkingTest {
    private static final int FEW = 100;
    private static final int LONG = 20_000;

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1", "pipes.control.latency=10 cycles");
    private final SmLab lab = new SmLab(profile);
    private final Sm sm = lab.sms().get(0);
    private final long words = lab.global().allocate(256);

    /** The word is read from L2, compared, and the loop jumps back. */
    private final int turnCycles = 200 + profile.pipes().predicateLatencyCycles() + 10;

    private static void spinWhileZero(KernelBuilder k, long... addresses) {
        k.doWhile(() -> {
            Register sum = k.variable(s32(0));
            for (long address : addresses) {
                k.assign(sum, k.or(sum, k.memory().loadVolatile(ValueType.S32, u64(address))));
            }
            return k.equal(sum, s32(0));
        });
    }

    private static void pollWord(KernelBuilder k, long address) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(address)), s32(0)));
    }

    private Warp warp(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32).warp(0);
    }

    private Warp parked(Consumer<KernelBuilder> body) {
        Warp warp = warp(body);
        lab.run(sm, 0, warp);
        assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
        return warp;
    }

    private long wokenAt(Warp warp) {
        assertThat(warp.status()).isEqualTo(Warp.Status.RUNNABLE);
        assertThat(lab.scheduled()).hasSize(1);
        assertThat(lab.scheduled().get(0).warp()).isSameAs(warp);
        return lab.scheduled().get(0).time();
    }

    @Test
    void aWarpThatOnlyWaitsForMemoryToChangeIssuesNothingMeanwhile() {
        parked(k -> pollWord(k, words));
        assertThat(lab.spinParking().isWatching()).isTrue();
        assertThat(lab.counters().warpInstructions()).isLessThan(FEW);
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 10_001, 10_100, 10_222, 123_456, 1_000_003})
    void itResumesAtTheFirstIterationAfterTheChange(int changed) {
        Warp warp = parked(k -> pollWord(k, words));
        lab.spinParking().changed(words, 4, changed);
        long woken = wokenAt(warp);
        assertThat(woken).isBetween((long) changed, (long) changed + turnCycles - 1);
        assertThat(lab.spinParking().isWatching()).isFalse();

        SmLab other = new SmLab(profile);
        long word = other.global().allocate(4);
        KernelBuilder k = new KernelBuilder("k");
        pollWord(k, word);
        Warp soon = other.block(k.build(), 32).warp(0);
        other.run(other.sms().get(0), 0, soon);
        other.spinParking().changed(word, 4, 0);
        assertThat((woken - other.scheduled().get(0).time()) % turnCycles)
                .as("whole turns between the two")
                .isZero();
    }

    @Test
    void aChangeOfAnotherWordWakesNoWarp() {
        Warp warp = parked(k -> pollWord(k, words + 8));
        lab.spinParking().changed(words + 4, 4, LONG);
        lab.spinParking().changed(words + 12, 4, LONG);
        assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
        lab.spinParking().changed(words + 4, 5, LONG);
        wokenAt(warp);
    }

    @Test
    void aByteOfTheWordIsEnough() {
        Warp warp = parked(k -> pollWord(k, words + 8));
        lab.spinParking().changed(words + 11, 1, LONG);
        wokenAt(warp);
    }

    @Test
    void eachOfUpToFourWordsWakesAWarpThatReadsThem() {
        for (int word = 0; word < 4; word++) {
            SmLab fresh = new SmLab(profile);
            long at = fresh.global().allocate(64);
            KernelBuilder k = new KernelBuilder("k");
            spinWhileZero(k, at, at + 4, at + 8, at + 12);
            Warp warp = fresh.block(k.build(), 32).warp(0);
            fresh.run(fresh.sms().get(0), 0, warp);
            assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
            fresh.spinParking().changed(at + 4L * word, 4, LONG);
            assertThat(warp.status()).isEqualTo(Warp.Status.RUNNABLE);
            assertThat(fresh.spinParking().isWatching()).isFalse();
        }
    }

    @Test
    void bothHalvesOfAWideWordWakeAWarp() {
        Warp warp = parked(k -> k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.U64, u64(words)), u64(0))));
        lab.spinParking().changed(words + 4, 4, LONG);
        wokenAt(warp);
    }

    @Test
    void aCopyWakesAllThatWait() {
        Warp one = parked(k -> pollWord(k, words));
        Warp other = parked(k -> spinWhileZero(k, words, words + 64));
        lab.spinParking().anythingChanged(LONG);
        assertThat(one.status()).isEqualTo(Warp.Status.RUNNABLE);
        assertThat(other.status()).isEqualTo(Warp.Status.RUNNABLE);
        assertThat(lab.scheduled()).hasSize(2);
        assertThat(lab.spinParking().isWatching()).isFalse();
    }

    @Test
    void onlyReadersOfTheWordResume() {
        Warp one = parked(k -> pollWord(k, words));
        Warp other = parked(k -> pollWord(k, words + 64));
        lab.spinParking().changed(words + 64, 4, LONG);
        assertThat(one.status()).isEqualTo(Warp.Status.SPINNING);
        assertThat(lab.spinParking().isWatching()).isTrue();
        wokenAt(other);
    }

    @Test
    void aWarpThatFindsNothingNewIsParkedAgain() {
        Warp warp = parked(k -> pollWord(k, words));
        lab.spinParking().changed(words, 4, LONG);
        lab.run(sm, wokenAt(warp), warp);
        assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
        lab.global().storeInt(words, 1);
        lab.spinParking().changed(words, 4, 2 * LONG);
        lab.run(sm, lab.scheduled().get(1).time(), warp);
        assertThat(lab.ended()).containsExactly(warp);
    }

    /** Two warps, of which the first runs a loop and the second sets a word for which it waits after a long computation. */
    private long instructionsUntilSet(Consumer<KernelBuilder> turnOfLoop) {
        long flag = words + 128;
        KernelBuilder k = new KernelBuilder("k");
        Register slot = k.special(SpecialRegister.WARP_SLOT);
        k.ifThenElse(
                k.equal(slot, s32(0)),
                () -> k.doWhile(() -> {
                    turnOfLoop.accept(k);
                    return k.equal(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(0));
                }),
                () -> {
                    k.nanosleep(u32(LONG));
                    k.memory().storeVolatile(ValueType.S32, u64(flag), s32(1));
                });
        Block block = lab.block(k.build(), 64);
        lab.run(sm, 0, block.warp(0), block.warp(1));
        assertThat(lab.ended()).hasSize(2);
        return lab.counters().warpInstructions();
    }

    /** The loop has read the word already, or is about to, when another warp stores. */
    @Test
    void aChangeIsNotMissedWheneverItComes() {
        for (int delay = 0; delay < 10 * turnCycles; delay += 40) {
            SmLab fresh = new SmLab(profile);
            long word = fresh.global().allocate(4);
            fresh.global().storeInt(word, 5);
            int nanos = delay;
            KernelBuilder k = new KernelBuilder("k");
            k.ifThenElse(
                    k.equal(k.special(SpecialRegister.WARP_SLOT), s32(0)),
                    () -> k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(word)), s32(5))),
                    () -> {
                        k.nanosleep(u32(nanos));
                        k.memory().storeVolatile(ValueType.S32, u64(word), s32(6));
                    });
            Block block = fresh.block(k.build(), 64);
            fresh.run(fresh.sms().get(0), 0, block.warp(0), block.warp(1));
            assertThat(fresh.ended()).as("delay %d", delay).hasSize(2);
        }
    }

    private static final int MOST_WHERE_PARKED = 100;

    private int turns(int loads) {
        return LONG / (loads * turnCycles);
    }

    @Test
    void aWarpThatOnlyLoadsIsParkedUntilAnotherWarpStores() {
        assertThat(instructionsUntilSet(k -> {})).isLessThan(MOST_WHERE_PARKED);
    }

    @Test
    void aWarpThatStoresInItsLoopIsNotParked() {
        assertThat(instructionsUntilSet(k -> k.memory().store(ValueType.S32, u64(words), s32(1))))
                .isGreaterThan(3L * turns(1));
    }

    @Test
    void aWarpThatReadsTheClockInItsLoopIsNotParked() {
        assertThat(instructionsUntilSet(k -> k.special(SpecialRegister.CLOCK))).isGreaterThan(3L * turns(1));
    }

    @Test
    void aWarpThatReadsOtherMemoryInItsLoopIsNotParked() {
        assertThat(instructionsUntilSet(k -> k.memory().load(StateSpace.SHARED, ValueType.S32, k.sharedArray(4), 0)))
                .isGreaterThan(3L * turns(1));
    }

    @Test
    void aWarpThatReadsMoreWordsThanAreKeptIsNotParked() {
        assertThat(instructionsUntilSet(k -> {
                    for (int word = 0; word < 4; word++) {
                        k.memory().loadVolatile(ValueType.S32, u64(words + 4L * word));
                    }
                }))
                .isGreaterThan(4L * turns(1));
    }

    @Test
    void aWordThatIsReadAgainIsOneWord() {
        assertThat(instructionsUntilSet(k -> {
                    for (int time = 0; time < 4; time++) {
                        k.memory().loadVolatile(ValueType.S32, u64(words));
                    }
                }))
                .isLessThan(2L * MOST_WHERE_PARKED);
    }

    /** Each of three lanes polls a word of its own; lane 9 of a store changes that of the last. */
    @Test
    void aChangeByAnyLaneOfAStoreWakesAWarpOfWhichAnyLanePolls() {
        long words = lab.global().allocate(512);
        KernelBuilder polls = new KernelBuilder("polls");
        polls.doWhile(() -> polls.equal(
                polls.memory().loadVolatile(ValueType.S32, polls.element(u64(words), polls.threadX(), 4)), s32(0)));
        Warp polling = lab.block(polls.build(), 3).warp(0);
        lab.run(sm, 0, polling);
        assertThat(polling.status()).isEqualTo(Warp.Status.SPINNING);
        Warp storing = warp(k -> {
            Register elsewhere = k.element(u64(words + 256), k.threadX(), 4);
            Register address = k.select(k.equal(k.threadX(), u32(9)), u64(words + 8), elsewhere);
            k.memory().store(ValueType.S32, address, s32(1));
        });
        lab.run(sm, 10_000, storing);
        assertThat(lab.scheduled()).extracting(SmLab.Scheduled::warp).containsOnlyOnce(polling);
    }

    /** A warp goes on at its first turn that is not before the change. */
    @Test
    void aTurnAtTheVeryCycleOfAChangeSeesIt() {
        long base = wokenBy(0);
        long tenth = base + 10L * turnCycles;
        assertThat(wokenBy(tenth - 1)).isEqualTo(tenth);
        assertThat(wokenBy(tenth)).isEqualTo(tenth);
        assertThat(wokenBy(tenth + 1)).isEqualTo(tenth + turnCycles);
    }

    /** When a warp that polls a word goes on that changes at a cycle. */
    private long wokenBy(long changed) {
        SmLab fresh = new SmLab(profile);
        long word = fresh.global().allocate(4);
        KernelBuilder k = new KernelBuilder("k");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(word)), s32(0)));
        fresh.run(fresh.sms().get(0), 0, fresh.block(k.build(), 32).warp(0));
        fresh.spinParking().changed(word, 4, changed);
        assertThat(fresh.scheduled()).hasSize(1);
        return fresh.scheduled().get(0).time();
    }

    /** It counts its turns up to 10, and from then on nothing is new to it. */
    @Test
    void aLoopThatComputesAtFirstIsParkedSoonAfterItOnlyWaits() {
        parked(k -> {
            Register count = k.variable(s32(0));
            k.doWhile(() -> {
                k.assign(count, k.minimum(k.add(count, s32(1)), s32(10)));
                return k.equal(k.memory().loadVolatile(ValueType.S32, u64(words)), s32(0));
            });
        });
        int instructionsATurn = 6;
        assertThat(lab.counters().warpInstructions()).isBetween(10L * 4, 4L * 10 * instructionsATurn);
    }
}
