package io.cdpsim.gpu.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import org.junit.jupiter.api.Test;

/** How far a grid of three blocks is. */
class GridTest {
    private final Kernel kernel = new KernelBuilder("kernel").build();
    private final byte[] parameters = {1, 2};
    private final Grid grid = new Grid(5, 77, kernel, LaunchShape.of(3, 64), parameters, CachePreference.EQUAL, false);

    @Test
    void itIsWhatWasLaunched() {
        assertThat(grid.node()).isEqualTo(5);
        assertThat(grid.number()).isEqualTo(77);
        assertThat(grid.kernel()).isSameAs(kernel);
        assertThat(grid.shape()).isEqualTo(LaunchShape.of(3, 64));
        assertThat(grid.parameters()).isSameAs(parameters);
        assertThat(grid.cachePreference()).isEqualTo(CachePreference.EQUAL);
        assertThat(grid.totalBlocks()).isEqualTo(3);
    }

    @Test
    void blocksArePlacedInOrderAndTheLastToEndEndsTheGrid() {
        for (int block = 0; block < 3; block++) {
            assertThat(grid.placedBlocks()).isEqualTo(block);
            assertThat(grid.placeNext()).isEqualTo(block);
        }
        assertThat(grid.endOne()).isFalse();
        assertThat(grid.endOne()).isFalse();
        assertThat(grid.endOne()).isTrue();
    }

    @Test
    void aGridIsSuspendedWhileAllItsBlocksThatHaveNotEndedAreSwappedOut() {
        grid.placeNext();
        grid.placeNext();
        grid.swap(1);
        grid.swap(1);
        assertThat(grid.isSuspended()).as("a block has no place yet").isFalse();
        grid.placeNext();
        assertThat(grid.isSuspended()).as("a block runs").isFalse();
        grid.endOne();
        assertThat(grid.isSuspended()).isTrue();
        grid.swap(-1);
        assertThat(grid.isSuspended()).as("a block has come back").isFalse();
        grid.swap(1);
        assertThat(grid.isSuspended()).isTrue();
    }

    /** Rule MEM-10. */
    @Test
    void whatWasFetchedThroughTexturesIsKeptUntilMemoryIsLookedAtAnew() {
        TextureCache fetched = grid.textures();
        assertThat(fetched).isNotNull().isSameAs(grid.textures());
        grid.invalidateTextures();
        assertThat(grid.textures()).isNotNull().isNotSameAs(fetched);
    }
}
