package io.cdpsim.gpu.visibility;

import static io.cdpsim.gpu.visibility.FeedLab.ADDRESS;
import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Races of two blocks are told in the checker's terms: who, where, how, and with which values. */
class FeedReportsTest {
    private static final int STORE = 0;
    private static final int LOAD = 1;

    private static FeedLab lab(Consumer<KernelBuilder> body) {
        return new FeedLab(false, body);
    }

    private static void storeAndLoad(KernelBuilder k) {
        k.at("the store");
        k.memory().store(ValueType.S32, u64(0), s32(5));
        k.at("");
        k.memory().load(ValueType.S32, u64(0));
    }

    private static Race onlyRace(FeedLab lab) {
        assertThat(lab.races()).hasSize(1);
        return lab.races().get(0);
    }

    @Test
    void aRaceNamesKernelGridBlockThreadAndInstructionOfBoth() {
        FeedLab lab = lab(FeedReportsTest::storeAndLoad);
        lab.warp(lab.block(2, 2), 1).stores(STORE, 1 << 4, ADDRESS);
        lab.set(ADDRESS, 5);
        lab.warpOfBlock(9).loads(LOAD, 1 << 3, ADDRESS);
        Race race = onlyRace(lab);
        assertThat(race.kind()).isEqualTo(RaceKind.BLOCKS);
        assertThat(race.address()).isEqualTo(ADDRESS);
        assertThat(race.first())
                .isEqualTo(new RacingAccess(
                        "k", true, 7, 2, 36, "the store, instruction 0 (store.s32)", "writes", "weak"));
        assertThat(race.second())
                .isEqualTo(new RacingAccess("k", true, 7, 9, 3, "instruction 1 (load.s32)", "reads", "weak"));
    }

    @Test
    void everyLaneIsReported() {
        FeedLab lab = lab(FeedReportsTest::storeAndLoad);
        lab.warpOfBlock(0).stores(STORE, 1, ADDRESS);
        lab.warpOfBlock(1).loads(LOAD, 0b1011, ADDRESS);
        assertThat(onlyRace(lab).count()).isEqualTo(3);
    }

    @Test
    void anAtomicIsNamedWithItsOperation() {
        FeedLab lab = lab(k -> {
            k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.U32, u64(0), s32(1));
            k.memory().load(ValueType.S32, u64(0));
        });
        lab.warpOfBlock(0).updates(0, 6, ADDRESS, true, 1);
        lab.warpOfBlock(1).loads(1, 1, ADDRESS);
        assertThat(onlyRace(lab).first())
                .isEqualTo(new RacingAccess(
                        "k", true, 7, 0, 6, "instruction 0 (atomic.add.u32)", "updates", "device scope"));
    }

    @Test
    void anAtomicThatDoesNotWriteOnlyReads() {
        FeedLab lab = lab(k -> {
            k.memory().compareAndSwap(ValueType.S32, u64(0), s32(1), s32(2));
            k.memory().store(ValueType.S32, u64(0), s32(5));
            k.memory().load(ValueType.S32, u64(0));
        });
        lab.warpOfBlock(0).updates(0, 0, ADDRESS, false, 2);
        lab.warpOfBlock(1).loads(2, 1, ADDRESS);
        assertThat(lab.races()).as("two that read").isEmpty();
        lab.warpOfBlock(2).stores(1, 1, ADDRESS);
        assertThat(lab.races()).extracting(race -> race.first().does()).containsOnly("reads");
    }

    @Test
    void aStoreReportsTheValueThatItLeaves() {
        FeedLab lab = lab(FeedReportsTest::storeAndLoad);
        lab.set(ADDRESS, 3);
        lab.warpOfBlock(1).loads(LOAD, 1, ADDRESS);
        lab.warpOfBlock(0).stores(STORE, 1, ADDRESS);
        assertThat(onlyRace(lab).values()).containsExactly("3", "5");
    }

    @Test
    void floatingPointValuesAreShownAsSuch() {
        FeedLab lab = lab(k -> {
            k.memory().store(ValueType.F32, u64(0), f32(1.5f));
            k.memory().storeVolatile(ValueType.F32, u64(0), f32(2.5f));
        });
        lab.warpOfBlock(0).stores(0, 1, ADDRESS);
        lab.set(ADDRESS, Float.floatToIntBits(1.5f));
        lab.warpOfBlock(1).stores(1, 1, ADDRESS);
        assertThat(onlyRace(lab).values()).containsExactly("1.5", "2.5");
        assertThat(onlyRace(lab).second().strength()).isEqualTo("system scope");
    }

    /** The lane keeps the values in registers that follow each other. */
    @Test
    void eachValueOfAVectorHasItsOwnAddressAndValue() {
        FeedLab lab = lab(k -> {
            k.memory().storeVector(StateSpace.GLOBAL, k.registers(ValueType.S32, 4), u64(0), 0);
            k.memory().load(ValueType.S32, u64(0));
        });
        for (int element = 0; element < 4; element++) {
            FeedLab.WarpOfLab reader = lab.warpOfBlock(10 + element);
            reader.loads(1, 1, ADDRESS + 4L * element);
        }
        FeedLab.WarpOfLab writer = lab.warpOfBlock(0);
        int first = writer.at(0).b();
        for (int element = 0; element < 4; element++) {
            writer.state().set(first + element, 2, 70 + element);
        }
        writer.stores(0, 1 << 2, ADDRESS);
        Race race = onlyRace(lab);
        assertThat(race.count()).isEqualTo(4);
        assertThat(race.values()).containsExactly("0", "70");
    }

    @Test
    void theLastValueOfAVectorIsThatOfTheLastRegister() {
        FeedLab lab = lab(k -> {
            k.memory().storeVector(StateSpace.GLOBAL, k.registers(ValueType.S32, 4), u64(0), 0);
            k.memory().load(ValueType.S32, u64(0));
        });
        lab.warpOfBlock(1).loads(1, 1, ADDRESS + 12);
        FeedLab.WarpOfLab writer = lab.warpOfBlock(0);
        writer.state().set(writer.at(0).b() + 3, 2, 73);
        writer.stores(0, 1 << 2, ADDRESS);
        assertThat(onlyRace(lab).address()).isEqualTo(ADDRESS + 12);
        assertThat(onlyRace(lab).values()).containsExactly("0", "73");
    }

    @Test
    void eachKernelsAccessesBearItsName() {
        FeedLab lab = lab(FeedReportsTest::storeAndLoad);
        lab.warpOfBlock(0).stores(STORE, 1, ADDRESS);
        lab.warpOfBlock(1).loads(LOAD, 1, ADDRESS);
        var other = FeedLab.kernel("other", FeedReportsTest::storeAndLoad);
        FeedLab.WarpOfLab ofOther = lab.new WarpOfLab(lab.block(2, 1), 0, other);
        ofOther.loads(LOAD, 1, ADDRESS);
        lab.warpOfBlock(3).loads(LOAD, 1, ADDRESS);
        assertThat(lab.races()).as("places that race with the store").hasSize(2);
        assertThat(lab.races().get(0).count()).isEqualTo(2);
    }
}
