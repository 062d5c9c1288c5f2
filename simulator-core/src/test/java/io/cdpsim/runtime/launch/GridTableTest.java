package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridTableTest {
    private static final LaunchShape SHAPE = LaunchShape.of(3, 64);

    private final Kernel kernel = new KernelBuilder("kernel").build();
    private final GridTable grids = new GridTable(Long.MAX_VALUE, new GridNumbers());

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 255, 256, 257, 1000, 4097})
    void holdsAsManyEntriesAsItMayAndNotOneMore(int most) {
        GridTable table = new GridTable(most, new GridNumbers());
        int last = 0;
        for (int i = 0; i < most; i++) {
            last = table.add(GridKind.STREAM_GRID, 0, 1);
        }

        assertThat(table.live()).isEqualTo(most);
        assertThatThrownBy(() -> table.add(GridKind.STREAM_GRID, 0, 1))
                .isInstanceOf(LaunchBombException.class)
                .hasMessageContainingAll(most + " grids and copies", "launch fewer grids");
        table.remove(last);
        assertThat(table.add(GridKind.STREAM_GRID, 0, 1)).isEqualTo(last);
    }

    @Test
    void entriesAreNumberedFromOneInTheOrderOfTheirPosting() {
        int first = grids.add(GridKind.HOST_GRID, 0, 0);
        int second = grids.add(GridKind.HOST_GRID, 0, 0);
        grids.remove(first);
        int third = grids.add(GridKind.HOST_GRID, 0, 0);
        assertThat(grids.number(second)).isEqualTo(2);
        assertThat(grids.number(third)).as("of an entry used again").isEqualTo(3);
        assertThat(grids.end()).isEqualTo(Math.max(first, second) + 1);
    }

    @Test
    void anEntryKeepsWhatIsSaidOfIt() {
        int parent = grids.add(GridKind.HOST_GRID, 0, 0);
        int entry = grids.add(GridKind.FIRE_AND_FORGET_GRID, parent, 7);
        grids.state(entry, GridState.READY);
        grids.poolSlot(entry, PoolSlot.VIRTUALIZED);
        grids.cachePreference(entry, CachePreference.EQUAL);
        grids.stream(entry, 31);
        grids.launchRecord(entry, 41);
        assertThat(grids.kind(entry)).isEqualTo(GridKind.FIRE_AND_FORGET_GRID);
        assertThat(grids.parent(entry)).isEqualTo(parent);
        assertThat(grids.depth(entry)).isEqualTo(7);
        assertThat(grids.state(entry)).isEqualTo(GridState.READY);
        assertThat(grids.poolSlot(entry)).isEqualTo(PoolSlot.VIRTUALIZED);
        assertThat(grids.cachePreference(entry)).isEqualTo(CachePreference.EQUAL);
        assertThat(grids.stream(entry)).isEqualTo(31);
        assertThat(grids.launchRecord(entry)).isEqualTo(41);
    }

    @Test
    void anEntryUsedAgainHasNothingOfTheOneBefore() {
        int parent = grids.add(GridKind.HOST_GRID, 0, 0);
        int entry = grids.add(GridKind.STREAM_GRID, parent, 7);
        grids.describe(entry, kernel, SHAPE, new byte[0]);
        grids.state(entry, GridState.READY);
        grids.poolSlot(entry, PoolSlot.VIRTUALIZED);
        grids.cachePreference(entry, CachePreference.EQUAL);
        grids.stream(entry, 31);
        grids.launchRecord(entry, 41);
        grids.block(entry);
        grids.firstSuccessor(entry, 51);
        int child = grids.add(GridKind.STREAM_GRID, entry, 8);
        grids.addTail(entry, child);
        grids.changeChildren(entry, 2);
        grids.remove(child);
        grids.remove(entry);
        assertThat(grids.state(entry)).isEqualTo(GridState.FREE);

        assertThat(grids.add(GridKind.TAIL_GRID, parent, 1)).isEqualTo(entry);
        assertThat(grids.kind(entry)).isEqualTo(GridKind.TAIL_GRID);
        assertThat(grids.state(entry)).isEqualTo(GridState.WAITING);
        assertThat(grids.depth(entry)).isEqualTo(1);
        assertThat(grids.poolSlot(entry)).isEqualTo(PoolSlot.NONE);
        assertThat(grids.cachePreference(entry)).isEqualTo(CachePreference.NONE);
        assertThat(grids.stream(entry)).isZero();
        assertThat(grids.launchRecord(entry)).isZero();
        assertThat(grids.blockedBy(entry)).isZero();
        assertThat(grids.firstSuccessor(entry)).isZero();
        assertThat(grids.hasLaunched(entry)).isFalse();
        assertThat(grids.children(entry)).isZero();
        assertThat(grids.firstTail(entry)).isZero();
        assertThat(grids.hadTails(entry)).isFalse();
        assertThatThrownBy(() -> grids.shape(entry)).hasMessageContaining("has no description");
    }

    @Test
    void whoHasPostedSomethingIsNumberedAndTheNumberIsUsedAgain() {
        int first = grids.add(GridKind.HOST_GRID, 0, 0);
        int second = grids.add(GridKind.HOST_GRID, 0, 0);
        assertThat(grids.hasLaunched(first)).isFalse();
        assertThat(grids.launcher(first)).isZero();
        grids.add(GridKind.STREAM_GRID, first, 1);
        grids.add(GridKind.STREAM_GRID, first, 1);
        int child = grids.add(GridKind.STREAM_GRID, second, 1);
        assertThat(grids.hasLaunched(first)).isTrue();
        assertThat(grids.launcher(first)).isEqualTo(1);
        assertThat(grids.launcher(second)).isEqualTo(2);

        // Its number goes to the child, which has neither its children nor its tails.
        grids.changeChildren(first, 5);
        grids.addTail(first, child);
        grids.remove(first);
        grids.add(GridKind.STREAM_GRID, child, 2);
        assertThat(grids.launcher(child)).isEqualTo(1);
        assertThat(grids.children(child)).isZero();
        assertThat(grids.firstTail(child)).isZero();
        assertThat(grids.hadTails(child)).isFalse();
        int third = grids.add(GridKind.HOST_GRID, 0, 0);
        grids.add(GridKind.STREAM_GRID, third, 1);
        assertThat(grids.launcher(third)).isEqualTo(3);
    }

    @Test
    void manyThatHavePostedSomethingCountTheirChildrenApart() {
        int[] parents = new int[2_000];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = grids.add(GridKind.HOST_GRID, 0, 0);
            grids.add(GridKind.STREAM_GRID, parents[i], 1);
            grids.changeChildren(parents[i], i + 2);
            grids.changeChildren(parents[i], -1);
        }
        for (int i = 0; i < parents.length; i++) {
            assertThat(grids.children(parents[i])).isEqualTo(i + 1);
        }
    }

    @Test
    void tailsFollowInTheOrderOfTheirPosting() {
        int parent = grids.add(GridKind.HOST_GRID, 0, 0);
        int first = grids.add(GridKind.TAIL_GRID, parent, 0);
        assertThat(grids.hadTails(parent)).isFalse();
        int second = grids.add(GridKind.TAIL_GRID, parent, 0);
        int third = grids.add(GridKind.TAIL_GRID, parent, 0);
        grids.addTail(parent, first);
        grids.addTail(parent, second);
        assertThat(grids.firstTail(parent)).isEqualTo(first);
        grids.dropFirstTail(parent);
        assertThat(grids.firstTail(parent)).isEqualTo(second);
        grids.dropFirstTail(parent);
        assertThat(grids.firstTail(parent)).isZero();
        assertThat(grids.hadTails(parent)).as("it had tails").isTrue();
        grids.addTail(parent, third);
        assertThat(grids.firstTail(parent)).isEqualTo(third);
    }

    @Test
    void anEntryIsFreeWhenTheLastOfThoseThatHoldItBackIsOver() {
        int entry = grids.add(GridKind.STREAM_GRID, 0, 0);
        grids.block(entry);
        grids.block(entry);
        assertThat(grids.blockedBy(entry)).isEqualTo(2);
        assertThat(grids.unblock(entry)).isFalse();
        assertThat(grids.unblock(entry)).isTrue();
        assertThat(grids.blockedBy(entry)).isZero();
    }

    @Test
    void aGridRunsWhatItWasLaunchedWith() {
        Kernel other = new KernelBuilder("other").build();
        int[] entries = new int[4];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = grids.add(GridKind.STREAM_GRID, 0, 0);
        }
        grids.describe(entries[0], kernel, SHAPE, new byte[] {1, 2});
        grids.describe(entries[1], other, SHAPE, new byte[] {1, 2});
        grids.describe(entries[2], kernel, LaunchShape.of(4, 64), new byte[] {1, 2});
        grids.describe(entries[3], kernel, SHAPE, new byte[] {1, 3});
        for (int i = 0; i < entries.length; i++) {
            assertThat(grids.kernel(entries[i])).isSameAs(i == 1 ? other : kernel);
            assertThat(grids.shape(entries[i])).isEqualTo(LaunchShape.of(i == 2 ? 4 : 3, 64));
            assertThat(grids.parameters(entries[i])).containsExactly(1, i == 3 ? 3 : 2);
            assertThat(grids.isMemoryOperation(entries[i])).isFalse();
        }
    }

    /** A launch bomb is of grids that are alike. */
    @Test
    void gridsThatAreAlikeShareTheirParameters() {
        int first = grids.add(GridKind.STREAM_GRID, 0, 0);
        int second = grids.add(GridKind.STREAM_GRID, 0, 0);
        byte[] bytes = {1, 2};
        grids.describe(first, kernel, SHAPE, bytes);
        grids.describe(second, kernel, SHAPE, bytes.clone());
        assertThat(grids.parameters(second)).isSameAs(grids.parameters(first));
    }

    @Test
    void aCopyHasOperandsAndRunsNoKernel() {
        int copy = grids.add(GridKind.MEMORY_OPERATION, 0, 0);
        assertThat(grids.isMemoryOperation(copy)).as("nothing is described").isFalse();
        grids.describe(copy, new byte[] {9});
        assertThat(grids.isMemoryOperation(copy)).isTrue();
        assertThat(grids.parameters(copy)).containsExactly(9);
        assertThatThrownBy(() -> grids.kernel(copy)).hasMessageContaining("is not a grid");
    }

    @ParameterizedTest
    @CsvSource({"HOST_GRID, HOST", "STREAM_GRID, STREAM", "FIRE_AND_FORGET_GRID, FIRE_AND_FORGET", "TAIL_GRID, TAIL"})
    void aGridWasLaunchedAsItsKindSays(GridKind kind, LaunchKind launch) {
        assertThat(kind.launchKind()).isEqualTo(launch);
    }

    @ParameterizedTest
    @EnumSource(
            value = GridKind.class,
            names = {"MEMORY_OPERATION", "EVENT_WAIT"})
    void copiesAndWaitsAreNoGrids(GridKind kind) {
        assertThatThrownBy(kind::launchKind).hasMessageContaining("is not a grid");
    }
}
