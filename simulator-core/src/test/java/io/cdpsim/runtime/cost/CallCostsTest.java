package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.kernel.call.CallCost;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.DeviceApiSpec.PrintfSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expected times are sums of the costs below, made by hand. */
class CallCostsTest {
    private static final ContendedCallSpec MALLOC = new ContendedCallSpec(100, 10, 70, 5);
    private static final ContendedCallSpec FREE = new ContendedCallSpec(40, 2, 30, 1);
    private static final PrintfSpec PRINTF = new PrintfSpec(new ContendedCallSpec(200, 20, 150, 15), 7, 5, 3);

    private final CallCosts costs = new CallCosts(new DeviceApiSpec(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, MALLOC, FREE, PRINTF, 12, Double.POSITIVE_INFINITY, 0));

    @ParameterizedTest
    @CsvSource(textBlock = """
        STREAM_CREATE, 1
        STREAM_DESTROY, 2
        EVENT_CREATE, 3
        EVENT_RECORD, 4
        STREAM_WAIT_EVENT, 5
        EVENT_DESTROY, 6
        MEMSET, 7
        MEMCPY, 8
        LAST_ERROR, 9
        GET_DEVICE, 10
        QUERY, 11
        DEVICE_SYNCHRONIZE, 12
        NOTHING, 0
        """)
    void aCallWithAFixedCostTakesItWhateverTheNumberOfLanes(CallCost cost, int cycles) {
        for (DeviceCall call : DeviceCall.values()) {
            if (call.signature().cost() == cost) {
                assertThat(costs.call(call, 1_000, 1)).as("%s", call).isEqualTo(1_000 + cycles);
                assertThat(costs.call(call, 1_000, 32)).as("%s", call).isEqualTo(1_000 + cycles);
            }
        }
    }

    @Test
    void aSecondWarpInTheAllocatorWaitsUntilTheFirstHasLeftTheLock() {
        assertThat(costs.call(DeviceCall.MALLOC, 1_000, 2)).isEqualTo(1_000 + 100 + 2 * 10);
        long firstLeavesTheLock = 1_000 + 70 + 2 * 5;
        assertThat(costs.call(DeviceCall.CUDA_MALLOC, 1_001, 1)).isEqualTo(firstLeavesTheLock + 100 + 10);
    }

    @Test
    void freeDoesNotWaitForAnAllocation() {
        costs.call(DeviceCall.MALLOC, 1_000, 32);
        assertThat(costs.call(DeviceCall.FREE, 1_001, 4)).isEqualTo(1_001 + 40 + 4 * 2);
    }

    @Test
    void printfWaitsForPrintfAndNotForTheAllocator() {
        costs.call(DeviceCall.MALLOC, 1_000, 32);
        assertThat(costs.print(1_000, 1, 0)).isEqualTo(1_000 + 200 + 20);
        assertThat(costs.print(1_000, 1, 0)).isEqualTo(1_000 + 150 + 15 + 200 + 20);
    }

    @Test
    void printfTakesLongerByItsFormatAndItsStrings() {
        assertThat(costs.printCopyCycles(4, 2, 11)).isEqualTo(4 * 7 + 2 * 5 + 11 * 3);
        assertThat(costs.print(1_000, 1, 71)).isEqualTo(1_000 + 200 + 20 + 71);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAUNCH", "LAUNCH_BUFFER", "LAUNCH_BUFFER_V2"})
    void launchesHaveNoCostHere(DeviceCall launch) {
        assertThatThrownBy(() -> costs.call(launch, 0, 1)).isInstanceOf(IllegalStateException.class);
    }
}
