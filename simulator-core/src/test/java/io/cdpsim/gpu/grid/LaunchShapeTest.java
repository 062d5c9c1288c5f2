package io.cdpsim.gpu.grid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchShapeTest {
    private static final LaunchShape SHAPE = new LaunchShape(2, 3, 5, 7, 11, 13, 17);

    @Test
    void blocksAndThreadsAreCountedInAllThreeDimensions() {
        assertThat(SHAPE.blocks()).isEqualTo(2 * 3 * 5);
        assertThat(SHAPE.threadsPerBlock()).isEqualTo(7 * 11 * 13);
    }

    @Test
    void sharedMemoryIsAddedAndNothingElseChanges() {
        assertThat(SHAPE.withShared(19)).isEqualTo(new LaunchShape(2, 3, 5, 7, 11, 13, 19));
        assertThat(LaunchShape.of(4, 96)).isEqualTo(new LaunchShape(4, 1, 1, 96, 1, 1, 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "32, 1", "33, 2", "64, 2", "1024, 32"})
    void aBlockHasAWarpForEach32ThreadsAndForTheRest(int threads, int warps) {
        assertThat(LaunchShape.of(1, threads).warpsPerBlock()).isEqualTo(warps);
    }
}
