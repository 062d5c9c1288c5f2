package org.example.squares;

import static io.cdpsim.junit.SimulatedRunAssert.assertThat;
import static io.cdpsim.junit.Times.once;
import static io.cdpsim.junit.Times.times;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.junit.CdpSim;
import io.cdpsim.junit.CdpSimTest;
import io.cdpsim.junit.SimulatedRun;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;

/** The kernels on machines that use their freedom in different ways. */
@CdpSim(
        profile = "h200",
        policies = {LaunchPolicy.EAGER, LaunchPolicy.LAZY, LaunchPolicy.ADVERSARIAL},
        seeds = {1, 2})
class SquaresKernelsTest {
    private static final int CHILDREN = 8;
    private static final int VALUES = 16;

    @CdpSimTest
    void everyThreadLaunchesOneChildAndNothingRaces(Machine machine, SimulatedRun run) {
        Host host = machine.host();
        long data = host.malloc(CHILDREN * VALUES * 4L);
        long errors = host.malloc(CHILDREN * 4L);
        host.launch(SquaresKernels.parent(VALUES), LaunchShape.of(1, CHILDREN), host.defaultStream(), data, errors);
        host.synchronize();

        assertThat(run)
                .ran("parent", once())
                .ran("square", times(CHILDREN))
                .hasNoRaces()
                .hasNoFailedLaunches();
    }
}
