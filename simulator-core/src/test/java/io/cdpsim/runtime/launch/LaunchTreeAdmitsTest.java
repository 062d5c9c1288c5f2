package io.cdpsim.runtime.launch;

import static io.cdpsim.runtime.launch.ManualTiming.Step.COMPLETE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.RETIRE;
import static io.cdpsim.runtime.launch.ManualTiming.Step.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.runtime.launch.GridTable.GridState;
import org.junit.jupiter.api.Test;

/** What a grid is when the device takes it, and how far the table says it is. */
class LaunchTreeAdmitsTest {
    private final SteppedTree steps = SteppedTree.eager();
    private final LaunchScene scene = steps.scene;
    private final ManualTiming timing = steps.timing;

    private Grid admitted(int entry) {
        timing.let(START, entry);
        return scene.tree.admit(entry);
    }

    private GridState state(int entry) {
        return scene.grids.state(entry);
    }

    @Test
    void aGridOnTheDeviceIsThatOfItsEntry() {
        int entry = scene.hostGrid();
        Grid grid = admitted(entry);
        assertThat(grid.node()).isEqualTo(entry);
        assertThat(grid.number()).isEqualTo(1);
        assertThat(grid.kernel()).isSameAs(scene.grids.kernel(entry));
        assertThat(grid.shape()).isEqualTo(scene.grids.shape(entry));
        assertThat(grid.parameters()).isSameAs(scene.grids.parameters(entry));
    }

    @Test
    void eachGridAdmittedIsCountedAndNoCopy() {
        int parent = steps.runningHostGrid();
        steps.running(scene.fireAndForget(parent));
        timing.let(START, scene.copy(parent, 0));
        scene.fireAndForget(parent);
        assertThat(scene.metrics.gridsRun()).isEqualTo(2);
    }

    /** Rule ENV-1. */
    @Test
    void aGridHasTheDevicesPreferenceAsItsParentFoundIt() {
        scene.tree.cachePreferences().set(CachePreference.L1);
        int parent = scene.hostGrid();
        assertThat(admitted(parent).cachePreference()).isEqualTo(CachePreference.L1);
        scene.tree.cachePreferences().set(CachePreference.SHARED);
        int child = scene.fireAndForget(parent);
        assertThat(admitted(child).cachePreference()).isEqualTo(CachePreference.L1);
        assertThat(admitted(scene.fireAndForget(child)).cachePreference()).isEqualTo(CachePreference.L1);
        assertThat(admitted(scene.hostGrid()).cachePreference()).isEqualTo(CachePreference.SHARED);
    }

    /** Rule ENV-2: a kernel's own preference is not handed on. */
    @Test
    void aKernelsPreferenceIsThatOfTheGridAndNotOfTheDevice() {
        int parent = scene.hostGrid();
        scene.tree.cachePreferences().set(scene.grids.kernel(parent), CachePreference.EQUAL);
        assertThat(admitted(parent).cachePreference()).isEqualTo(CachePreference.EQUAL);
        assertThat(scene.grids.cachePreference(parent)).isEqualTo(CachePreference.NONE);
    }

    @Test
    void whatTheHostSetsForKernelsIsKept() {
        assertThat(scene.tree.dynamicSharedLimits()).isNotNull().isSameAs(scene.tree.dynamicSharedLimits());
    }

    @Test
    void aGridGoesFromStateToState() {
        int parent = steps.runningHostGrid();
        int stream = scene.stream(parent);
        int first = scene.streamGrid(parent, stream);
        int second = scene.streamGrid(parent, stream);
        assertThat(state(first)).isEqualTo(GridState.READY);
        assertThat(state(second)).isEqualTo(GridState.WAITING);
        steps.running(first);
        assertThat(state(first)).isEqualTo(GridState.RUNNING);
        int below = steps.running(scene.fireAndForget(first));
        steps.exits(first);
        assertThat(state(first)).isEqualTo(GridState.THREADS_EXITED);
        assertThat(steps.work.ended).containsExactly(first);
        steps.finishes(below);
        assertThat(state(first)).isEqualTo(GridState.COMPLETING);
        timing.let(COMPLETE, first);
        assertThat(state(first)).isEqualTo(GridState.RETIRING);
        timing.let(RETIRE, first);
        assertThat(state(first)).isEqualTo(GridState.FREE);
    }

    @Test
    void aCopyRunsFromItsStart() {
        int copy = scene.copy(steps.runningHostGrid(), 0);
        assertThat(state(copy)).isEqualTo(GridState.READY);
        timing.let(START, copy);
        assertThat(state(copy)).isEqualTo(GridState.RUNNING);
    }
}
