package io.cdpsim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GridSpanTest {
    private static final Kernel EMPTY = new KernelBuilder("empty").build();

    @Test
    void theDevicesTimeIsFromTheFirstStartToTheLastCompletionWhateverTheHostDoesAround() {
        GridTimes times = new GridTimes();
        Machine machine = machine(List.of(times));
        long atOnce = run(machine, 0);

        assertThat(atOnce).isPositive().isEqualTo(times.completed.get(1) - times.started.get(0));
        assertThat(run(machine(List.of()), 0)).isEqualTo(atOnce);
        assertThat(run(machine(List.of()), 5000)).isEqualTo(atOnce);
    }

    @Test
    void aDeviceWithoutGridsTakesNoTime() {
        assertThat(span(machine(List.of()))).isZero();
    }

    /** Two grids of a stream, with work of the host before and after. */
    private static long run(Machine machine, double hostNanos) {
        Host host = machine.host();
        host.spend(hostNanos);
        host.launch(EMPTY, LaunchShape.of(1, 32), host.defaultStream());
        host.launch(EMPTY, LaunchShape.of(1, 32), host.defaultStream());
        host.synchronize();
        host.spend(hostNanos);
        return span(machine);
    }

    private static long span(Machine machine) {
        return machine.devices().get(0).runtime().events().span().cycles();
    }

    private static Machine machine(List<RunListener> listeners) {
        return new Machine(MachineSettings.of(Profiles.load("h200")).withListeners(listeners));
    }

    private static final class GridTimes implements RunListener {
        private final List<Long> started = new ArrayList<>();
        private final List<Long> completed = new ArrayList<>();

        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.GRID);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof GridEvent.Started) {
                started.add(event.timeCycles());
            } else if (event instanceof GridEvent.Completed) {
                completed.add(event.timeCycles());
            }
        }
    }
}
