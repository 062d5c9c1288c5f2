package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several listeners to one run, in which everything happens that there is an event for, but a barrier that stays closed. */
class ListenersTest {
    private static Machine run(RunListener... listeners) {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("k20x", List.of("sm.count=1"))), listeners);
        Host host = machine.host();
        long array = host.malloc(4_096);
        long symbol = host.constantSymbol(4);
        HostStream one = host.createStream();
        HostStream other = host.createStream();
        HostEvent event = host.createEvent();
        host.memsetAsync(array, 0, 4_096, one);
        host.launch(
                Kernels.parent("parent", 0, k -> {
                    Operand stream = k.device().streamCreateWithFlags();
                    Kernels.launch(k, Kernels.child("child", 10_000), 20, stream);
                    Kernels.launch(k, Kernels.child("next", 10_000), 1, stream);
                    k.device().launch(Kernels.child("never", 0), u32(1), u32(1_025), NULL_STREAM);
                    k.device().memsetAsync(u64(array), u32(1), u64(64), stream);
                    k.device().deviceSynchronize();
                }),
                LaunchShape.of(16, 1),
                one);
        host.record(event, one);
        host.waitEvent(other, event);
        host.launch(Kernels.spinning("last", 50_000), LaunchShape.of(1, 1), other);
        Graph graph = new Graph();
        graph.add(host.graphs().kernel(Kernels.spinning("node", 50_000), LaunchShape.of(1, 1)), List.of());
        host.graphs().launch(host.graphs().instantiate(graph, false), other);
        host.spend(60_000);
        host.memcpyToSymbol(symbol, 1);
        host.synchronize();
        return machine;
    }

    @Test
    void eachGetsWhatItAskedForAndNothingElse() {
        Map<EventKind, Recording> ofOneKind = new EnumMap<>(EventKind.class);
        for (EventKind kind : EventKind.values()) {
            ofOneKind.put(kind, Recording.of(EnumSet.of(kind)));
        }
        Recording all = Recording.ofAll();
        Recording none = Recording.of(EnumSet.noneOf(EventKind.class));
        Recording two = Recording.of(EnumSet.of(EventKind.POOL, EventKind.HOST_CALL));
        List<RunListener> listeners = new ArrayList<>(ofOneKind.values());
        listeners.add(all);
        listeners.add(none);
        listeners.add(two);
        run(listeners.toArray(RunListener[]::new));

        Set<EventKind> happened = EnumSet.noneOf(EventKind.class);
        for (EventKind kind : EventKind.values()) {
            List<RunEvent> expected =
                    all.events().stream().filter(event -> event.kind() == kind).toList();
            assertThat(Objects.requireNonNull(ofOneKind.get(kind)).events())
                    .as("%s", kind)
                    .isEqualTo(expected);
            if (!expected.isEmpty()) {
                happened.add(kind);
            }
        }
        assertThat(happened).isEqualTo(EnumSet.complementOf(EnumSet.of(EventKind.BARRIER)));
        assertThat(none.events()).isEmpty();
        assertThat(two.events())
                .isEqualTo(all.events().stream()
                        .filter(event -> event.kind() == EventKind.POOL || event.kind() == EventKind.HOST_CALL)
                        .toList());
    }

    @Test
    void aListenerOfFewKindsIsToldTheSameWhoeverElseListens() {
        for (EventKind kind : EventKind.values()) {
            Recording alone = Recording.of(EnumSet.of(kind));
            Recording beside = Recording.of(EnumSet.of(kind));
            run(alone);
            run(Recording.ofAll(), beside);
            assertThat(alone.events()).as("%s", kind).isEqualTo(beside.events());
        }
    }

    @Test
    void aRunTakesTheSameTimeWhicheverKindsAreListenedTo() {
        Machine unwatched = run();
        for (EventKind kind : EventKind.values()) {
            Machine watched = run(Recording.of(EnumSet.of(kind)));
            assertThat(watched.nowCycles()).as("%s", kind).isEqualTo(unwatched.nowCycles());
            assertThat(watched.events()).as("%s", kind).isEqualTo(unwatched.events());
        }
        assertThat(run(Recording.ofAll()).nowCycles()).isEqualTo(unwatched.nowCycles());
    }
}
