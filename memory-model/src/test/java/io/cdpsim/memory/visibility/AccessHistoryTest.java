package io.cdpsim.memory.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of the accesses to a word, and what a report says. */
class AccessHistoryTest {
    private static final long ADDRESS = 1L << 40;
    private static final int WARPS = 32;

    private final int[] memory = {7};
    private final VisibilityChecker checker = new VisibilityChecker(address -> memory[0], false, false);
    private final NumberedCode code = checker.code("k", 10, i -> "instruction " + i);
    private final GridCausality grid =
            checker.launchIntoStream(1, code, 0, checker.host(), 0, checker.hostStream(), false);
    private final BlockCausality block = checker.startBlock(grid, 0, WARPS);
    private final BlockCausality other = checker.startBlock(grid, 1, WARPS);

    private int weak(int instruction) {
        return Access.weak(code.site(instruction), false);
    }

    private void write(BlockCausality by, int thread, int instruction, int value) {
        checker.write(by, thread, ADDRESS, 4, weak(instruction), MemoryOrder.WEAK, value);
        memory[0] = value;
    }

    private boolean read(BlockCausality by, int thread, int instruction) {
        return checker.read(by, thread, ADDRESS, 4, weak(instruction), MemoryOrder.WEAK);
    }

    @Test
    void aReportTellsBothAccessesAndTheValuesThatMayBeSeen() {
        write(block, 3, 2, 9);
        assertThat(read(other, 5, 4)).isTrue();
        assertThat(checker.report().races())
                .containsExactly(new Race(
                        RaceKind.BLOCKS,
                        new RacingAccess("k", true, 1, 0, 3, "instruction 2", "writes", "weak"),
                        new RacingAccess("k", true, 1, 1, 5, "instruction 4", "reads", "weak"),
                        ADDRESS,
                        List.of("7", "9"),
                        1));
    }

    @Test
    void aPairOfPlacesIsReportedOnceWithItsCountWhicheverComesFirst() {
        write(block, 3, 2, 9);
        read(other, 5, 4);
        read(other, 6, 4);
        write(block, 3, 2, 10);
        assertThat(checker.report().races())
                .singleElement()
                .satisfies(race -> assertThat(race.count()).isGreaterThanOrEqualTo(3));
    }

    @Test
    void aWriteRacesWithAReadByAnotherBlockThoughMoreOfItsOwnBlockReadLater() {
        read(other, 5, 4);
        for (int thread = 0; thread < 1000; thread++) {
            read(block, thread, 4);
        }
        checker.open(block, 0, -1);
        write(block, 0, 2, 9);
        assertThat(checker.report().races())
                .singleElement()
                .satisfies(race -> assertThat(race.kind()).isEqualTo(RaceKind.BLOCKS));
    }

    @Test
    void strongAccessesRaceWhereOnesScopeLeavesTheOtherOut() {
        int narrow = Access.strong(code.site(0), Scope.BLOCK, false, false);
        int wide = Access.strong(code.site(1), Scope.DEVICE, false, false);
        checker.write(block, 0, ADDRESS, 4, narrow, MemoryOrder.RELAXED, 1);
        assertThat(checker.read(block, 40, ADDRESS, 4, wide, MemoryOrder.RELAXED))
                .isFalse();
        assertThat(checker.read(other, 0, ADDRESS, 4, wide, MemoryOrder.RELAXED))
                .isTrue();
    }

    @Test
    void whatWasAccessedBeforeAResetIsForgotten() {
        write(block, 3, 2, 9);
        checker.reset(ADDRESS, 4);
        assertThat(read(other, 5, 4)).isFalse();
    }

    @Test
    void aMisuseIsToldOnceWithItsCount() {
        checker.misuse("MEM-1", "something");
        checker.misuse("MEM-1", "something");
        assertThat(checker.report().misuses()).containsExactly(new UndefinedUse("MEM-1", "something", 2));
    }
}
