package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridTableTest {
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
}
