package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.CachePolicy;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import org.junit.jupiter.api.Test;

class LaneAddressesTest {
    private static Detail.Access access(int indexShift) {
        return new Detail.Access(
                StateSpace.SHARED, ValueType.U32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0, indexShift);
    }

    @Test
    void addressesOfScaledIndexesAreThoseOfTheAccessAndNotOfTheOneBefore() {
        KernelBuilder builder = new KernelBuilder("indexed");
        builder.threadX();
        Kernel kernel = builder.build();
        LaneState state = new LaneState(kernel);
        state.start(kernel, -1);
        LaneAddresses addresses = new LaneAddresses();
        addresses.gather(state, 0, access(0), -1);
        assertThat(addresses.isOne(-1)).isTrue();

        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            state.registers()[lane] = lane;
        }
        addresses.gather(state, 0, access(2), -1);

        assertThat(addresses.of(3) - addresses.of(0)).isEqualTo(12);
        assertThat(addresses.isOne(-1)).isFalse();
    }
}
