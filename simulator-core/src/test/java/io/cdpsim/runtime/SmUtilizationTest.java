package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import org.junit.jupiter.api.Test;

class SmUtilizationTest {
    @Test
    void blocksThatAreStillOnAnSmCount() {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        Host host = machine.host();
        long never = host.malloc(4);
        KernelBuilder k = new KernelBuilder("spin");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(never)), s32(0)));
        // Blocks of the most threads, two an SM once each has one: an SM with two counts once.
        host.launch(k.build(), LaunchShape.of(198, 1024), host.defaultStream());

        assertThatThrownBy(host::synchronize).isInstanceOf(StuckException.class);
        assertThat(machine.devices().get(0).smUtilization()).isCloseTo(0.95, within(0.05));
    }
}
