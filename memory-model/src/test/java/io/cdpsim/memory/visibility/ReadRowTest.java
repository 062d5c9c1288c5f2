package io.cdpsim.memory.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a row, against the same reads one by one, among random writes, barriers and grids. */
class ReadRowTest {
    private static final long ADDRESS = (1L << 40) + 4096 - 340;
    private static final int WORDS = 100;
    private static final int LANES = 32;
    private static final int STEPS = 400;
    private static final int INSTRUCTIONS = 6;

    /** A checker, and the answers that its reads got. */
    private static final class Subject {
        private final boolean readsRows;
        private final VisibilityChecker checker = new VisibilityChecker(address -> 0, false, false);
        private final NumberedCode code = checker.code("k", INSTRUCTIONS, i -> "instruction " + i);
        private final LaunchHistory stream = checker.hostStream();
        private final List<Boolean> answers = new ArrayList<>();
        private final List<BlockCausality> blocks = new ArrayList<>();
        private int rows;

        Subject(boolean readsRows) {
            this.readsRows = readsRows;
        }

        void run(SplittableRandom random) {
            for (int step = 0; step < STEPS; step++) {
                if (step % 50 == 0) {
                    GridCausality grid = checker.launchIntoStream(step, code, 0, checker.host(), 0, stream, false);
                    blocks.clear();
                    blocks.add(checker.startBlock(grid, 0, 2));
                    blocks.add(checker.startBlock(grid, 1, 2));
                    if (step == 0) {
                        checker.allocated(ADDRESS + 4 * 90, 40);
                    }
                }
                BlockCausality block = blocks.get(random.nextInt(2));
                int how = Access.weak(code.site(random.nextInt(INSTRUCTIONS)), random.nextBoolean());
                int first = random.nextInt(2) * LANES;
                long address = ADDRESS + 4L * random.nextInt(WORDS - LANES);
                switch (random.nextInt(8)) {
                    case 0 -> checker.write(block, first, address, 4, how, MemoryOrder.WEAK, 1);
                    case 1 -> checker.write(block, first, address, 1, how, MemoryOrder.WEAK, 1);
                    case 2 -> checker.open(block, 0, -1);
                    default -> read(block, first, address, how);
                }
            }
        }

        private void read(BlockCausality block, int first, long address, int how) {
            if (readsRows && checker.isPlainRow(address, LANES)) {
                rows++;
                answers.add(checker.readRow(block, first, address, LANES, how));
                return;
            }
            boolean races = false;
            for (int lane = 0; lane < LANES; lane++) {
                checker.usesValue(block, first + lane, address + 4L * lane, 4, how);
                races |= checker.read(block, first + lane, address + 4L * lane, 4, how, MemoryOrder.WEAK);
            }
            answers.add(races);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aRowIsReadAsItsWordsAre(long seed) {
        Subject rows = new Subject(true);
        Subject words = new Subject(false);
        rows.run(new SplittableRandom(seed));
        words.run(new SplittableRandom(seed));

        assertThat(rows.rows).isBetween(40, rows.answers.size() - 20);
        assertThat(rows.answers).isEqualTo(words.answers).contains(true, false);
        assertThat(rows.checker.report()).isEqualTo(words.checker.report());
    }
}
