package io.cdpsim.memory.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.memory.visibility.history.LaneWrites;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.WriteVisibility;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of whole warps, against the same accesses one by one, among random accesses of threads, barriers, fences, launches and copies. */
class RowsTest {
    private static final long ADDRESS = (1L << 40) + 4096 - 256;
    private static final int WORDS = 256;
    private static final int FLAGS = 3;
    private static final int LANES = 32;
    private static final int WARPS = 2;
    private static final int BLOCKS = 6;
    private static final int STEPS = 4000;
    private static final int INSTRUCTIONS = 7;

    /** A checker, and the answers that its reads got. */
    private static final class Subject {
        private final boolean reportsRows;
        private final int[] memory = new int[WORDS + FLAGS];
        private final VisibilityChecker checker = new VisibilityChecker(this::word, false, false);
        private final NumberedCode code = checker.code("k", INSTRUCTIONS, i -> "instruction " + i);
        private final NumberedCode copy = checker.operation("a copy", "");
        private final List<LaunchHistory> streams = List.of(checker.hostStream(), checker.hostStream());
        private final List<Object> answers = new ArrayList<>();
        private final List<BlockCausality> blocks = new ArrayList<>();
        private SplittableRandom random = new SplittableRandom(0);
        private @Nullable GridCausality next;
        private int size;

        Subject(boolean reportsRows) {
            this.reportsRows = reportsRows;
        }

        private int word(long address) {
            return address < ADDRESS ? 0 : memory[(int) (address - ADDRESS) / 4];
        }

        /** @param races whether accesses without order are frequent */
        void run(SplittableRandom choices, boolean races) {
            random = choices;
            for (int step = 0; step < STEPS; step++) {
                if (step % 80 == 0) {
                    launch(step, races);
                }
                if (step % 80 == (step == 0 || !races ? 0 : 15)) {
                    start();
                }
                BlockCausality block = blocks.get(random.nextInt(blocks.size()));
                int site = code.site(random.nextInt(INSTRUCTIONS));
                int warp = random.nextInt(WARPS);
                switch (random.nextInt(60)) {
                    case 0, 8 -> checker.open(block, 0, -1);
                    case 1, 9 -> checker.syncWarp(block, warp, -1);
                    case 2 -> word(block, site, warp);
                    case 3, 10, 11 -> atomic(block, site, warp);
                    case 4 -> checker.fence(block, warp * LANES, -1, Scope.DEVICE, false);
                    case 5, 6 -> shared(block, site, warp);
                    case 7 -> straddle(block, site);
                    default -> rows(block, site, warp, races);
                }
            }
            for (BlockCausality block : blocks) {
                for (int i = 0; i < WORDS; i++) {
                    WriteVisibility seen = checker.visibility(block, WARPS * LANES, ADDRESS + 4L * i);
                    answers.add(seen);
                }
            }
        }

        /** Launches the next grid. The blocks of the one before run on for a while. */
        private void launch(int step, boolean races) {
            LaunchHistory stream = streams.get(races ? random.nextInt(2) : 0);
            boolean isChild = races && step % 160 == 80;
            BlockCausality launcher = isChild ? blocks.get(0) : checker.host();
            if (!isChild && random.nextBoolean()) {
                long address = ADDRESS + 128L * random.nextInt(WORDS / 32 - 4);
                for (int i = 0; i < 128; i++) {
                    checker.copyWrites(checker.host(), copy.site(0), address + 4L * i, 4, 5);
                }
            }
            int thread = random.nextInt(LANES);
            if (!isChild) {
                next = checker.launchIntoStream(step, code, 0, launcher, 0, stream, false);
            } else if (random.nextBoolean()) {
                next = checker.launchIntoTail(step, code, 0, launcher, thread);
            } else {
                next = checker.launchAndForget(step, code, 0, launcher, thread);
            }
            if (random.nextInt(3) == 0) {
                checker.allocated(ADDRESS + 4L * random.nextInt(WORDS), 400);
            }
        }

        private void start() {
            GridCausality grid = next;
            if (grid == null) {
                throw new IllegalStateException();
            }
            blocks.forEach(checker::endBlock);
            blocks.clear();
            size = random.nextInt(3);
            for (int i = 0; i < BLOCKS; i++) {
                BlockCausality block = checker.startBlock(grid, i, WARPS);
                block.shared(new byte[4096]);
                blocks.add(block);
            }
        }

        /** Two warps write consecutive words, but not from a row on. */
        private void straddle(BlockCausality block, int site) {
            long address = ADDRESS + 64 + 128L * random.nextInt(WORDS / 32 - 2);
            for (int thread = 0; thread < WARPS * LANES; thread++) {
                write(block, thread, address + 4L * thread, 4, Access.weak(site, false), 1);
            }
            checker.syncWarp(block, random.nextInt(WARPS), -1);
        }

        private void word(BlockCausality block, int site, int warp) {
            long address = ADDRESS + 4L * random.nextInt(WORDS);
            int thread = warp * LANES + random.nextInt(LANES);
            int how = Access.weak(site, false);
            if (random.nextBoolean()) {
                write(block, thread, address, random.nextBoolean() ? 4 : 1, how, random.nextInt(3));
            } else {
                checker.usesValue(block, thread, address, 4, how);
                answers.add(checker.read(block, thread, address, 4, how, MemoryOrder.WEAK));
            }
        }

        private void write(BlockCausality block, int thread, long address, int bytes, int how, int value) {
            checker.write(block, thread, address, bytes, how, MemoryOrder.WEAK, value);
            memory[(int) (address - ADDRESS) / 4] = value;
        }

        private void atomic(BlockCausality block, int site, int warp) {
            int how = Access.strong(site, Scope.DEVICE, true, false);
            long address = ADDRESS + 4L * (WORDS + random.nextInt(FLAGS));
            MemoryOrder order = random.nextBoolean() ? MemoryOrder.ACQUIRE_RELEASE : MemoryOrder.ACQUIRE;
            checker.update(block, warp * LANES, address, 4, how, order, true, true, 7);
        }

        private void shared(BlockCausality block, int site, int warp) {
            warp(block, site, warp, AddressMap.SHARED_BASE + 128L * random.nextInt(8), 4, random.nextBoolean());
        }

        private void rows(BlockCausality block, int site, int warp, boolean races) {
            int bytes = 4 << (random.nextInt(8) == 0 ? random.nextInt(3) : size);
            int place = races
                    ? random.nextInt(WORDS / 32 - bytes / 4 + 1)
                    : ((int) block.index() * WARPS + warp) * 2 % (WORDS / 32 - 4);
            boolean writes = random.nextInt(races ? 20 : 2) == 0;
            warp(block, site, warp, ADDRESS + 128L * place, bytes, writes);
        }

        private void warp(BlockCausality block, int site, int warp, long address, int bytes, boolean writes) {
            int how = Access.weak(site, random.nextBoolean());
            int first = warp * LANES;
            int valueBytes = bytes == 8 && random.nextBoolean() ? 8 : 4;
            int count = bytes / valueBytes;
            assertThat(VisibilityChecker.areRows(address, bytes)).isTrue();
            long[] values = random.longs(4L * LANES, 0, 3).toArray();
            if (reportsRows && writes) {
                checker.writeRows(block, first, address, bytes, how, new LaneWrites(valueBytes, values, 0));
            } else if (reportsRows) {
                answers.add(checker.readRows(block, first, address, bytes, how));
            } else {
                one(block, first, address, bytes, how, writes, valueBytes, values);
            }
            if (writes && address >= ADDRESS && address < ADDRESS + 4L * WORDS) {
                for (int i = 0; i < LANES * bytes / 4; i++) {
                    int each = i * 4 / valueBytes;
                    long bits = values[each % count * LANES + each / count];
                    memory[(int) (address - ADDRESS) / 4 + i] = (int) (bits >>> (i * 4 % valueBytes * 8));
                }
            }
        }

        private void one(
                BlockCausality block,
                int first,
                long address,
                int bytes,
                int how,
                boolean writes,
                int size,
                long[] values) {
            boolean races = false;
            for (int lane = 0; lane < LANES; lane++) {
                long at = address + (long) lane * bytes;
                for (int k = 0; writes && k < bytes / size; k++) {
                    long value = values[k * LANES + lane];
                    checker.write(block, first + lane, at + (long) k * size, size, how, MemoryOrder.WEAK, value);
                }
                if (!writes) {
                    if (address < ADDRESS + 4L * WORDS) {
                        checker.usesValue(block, first + lane, at, bytes, how);
                    }
                    races |= checker.read(block, first + lane, at, bytes, how, MemoryOrder.WEAK);
                }
            }
            if (!writes) {
                answers.add(races);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void warpsAreReportedAsTheirThreadsAre(long seed) {
        boolean races = seed % 2 == 0;
        Subject rows = new Subject(true);
        Subject threads = new Subject(false);
        rows.run(new SplittableRandom(seed), races);
        threads.run(new SplittableRandom(seed), races);

        assertThat(rows.answers).isEqualTo(threads.answers).contains(false, true);
        assertThat(rows.checker.report()).isEqualTo(threads.checker.report());
        assertThat(rows.checker.report().races().stream().mapToLong(Race::count).sum())
                .isGreaterThan(races ? 1000 : 20);
    }

    @Test
    void aWarpThatReadsBehindItsTailLaunchIsReportedWhenTheTailLaunchWrites() {
        VisibilityChecker checker = new VisibilityChecker(address -> 0, false, false);
        NumberedCode parent = checker.code("parent", 1, i -> "reads");
        NumberedCode tail = checker.code("tail", 1, i -> "writes");
        GridCausality grid = checker.launchIntoStream(1, parent, 0, checker.host(), 0, checker.hostStream(), false);
        BlockCausality block = checker.startBlock(grid, 0, 1);
        GridCausality launched = checker.launchIntoTail(2, tail, 0, block, 0);
        checker.open(block, 0, -1);
        checker.readRows(block, 0, ADDRESS, 4, Access.weak(parent.site(0), false));
        checker.endBlock(block);
        BlockCausality writer = checker.startBlock(launched, 0, 1);
        LaneWrites values = new LaneWrites(4, new long[LANES], 0);
        checker.writeRows(writer, 0, ADDRESS, 4, Access.weak(tail.site(0), false), values);

        assertThat(checker.report().races()).singleElement().satisfies(race -> {
            assertThat(race.kind()).isEqualTo(RaceKind.TAIL_RESULT);
            assertThat(race.count()).isEqualTo(LANES);
        });
    }
}
