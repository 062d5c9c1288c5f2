package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GridNumbersTest {
    private static Kernel launching(String name) {
        KernelReference child = Kernels.child(name + "_child", 5_000);
        return Kernels.parent(name, 0, k -> {
            for (int i = 0; i < 4; i++) {
                Kernels.launch(k, child, 1, i % 2 == 0 ? FIRE_AND_FORGET : TAIL_LAUNCH);
            }
        });
    }

    @Test
    void gridsOfTwoDevicesHaveNumbersOfTheirOwnInTheOrderOfTheirPosting() {
        Recording recording = Recording.ofAll();
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2), recording);
        Host host = machine.host();
        for (int device : new int[] {1, 0, 1}) {
            host.setDevice(device);
            host.launch(launching("on" + device), LaunchShape.of(1, 1), host.defaultStream());
        }
        host.setDevice(0);
        host.synchronize();
        host.setDevice(1);
        host.synchronize();

        List<GridEvent.Posted> posted = recording.of(GridEvent.Posted.class);
        assertThat(posted.stream().map(GridEvent.Posted::grid))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 15).boxed().toList());
        Map<Long, GridEvent.Posted> byNumber = new HashMap<>();
        posted.forEach(each -> byNumber.put(each.grid(), each));
        for (GridEvent.Posted each : posted) {
            assertThat(each.kernel()).startsWith("on" + each.device());
            GridEvent.Posted parent = byNumber.get(each.parent());
            assertThat(parent == null)
                    .isEqualTo(each.depth() == 0 && !each.kernel().endsWith("_child"));
            if (parent != null) {
                assertThat(each.kernel()).isEqualTo(parent.kernel() + "_child");
                assertThat(each.device()).isEqualTo(parent.device());
            }
        }
        for (GridEvent.Completed each : recording.of(GridEvent.Completed.class)) {
            GridEvent.Posted itsPosting = byNumber.get(each.grid());
            assertThat(itsPosting)
                    .isNotNull()
                    .extracting(GridEvent.Posted::device)
                    .isEqualTo(each.device());
        }
        assertThat(recording.of(GridEvent.Completed.class)).hasSize(15);
    }
}
