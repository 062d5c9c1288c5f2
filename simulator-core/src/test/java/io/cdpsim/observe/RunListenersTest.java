package io.cdpsim.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunListenersTest {
    private final List<String> told = new ArrayList<>();

    private final class Named implements RunListener {
        private final String name;
        private final Set<EventKind> kinds;
        private int asked;

        Named(String name, EventKind... kinds) {
            this.name = name;
            this.kinds = EnumSet.noneOf(EventKind.class);
            this.kinds.addAll(List.of(kinds));
        }

        @Override
        public Set<EventKind> kinds() {
            asked++;
            return kinds;
        }

        @Override
        public void happened(RunEvent event) {
            told.add(name + " " + event.kind());
        }
    }

    private static final RunEvent GRID = new GridEvent.Queued(5, 0, 1);
    private static final RunEvent WAIT = new GridWait(5, 0, 1, WaitReason.POOL);

    @Test
    void listenersAreNotifiedInTheirOrder() {
        RunListeners observers = new RunListeners(List.of(
                new Named("first", EventKind.GRID, EventKind.WAIT),
                new Named("second", EventKind.WAIT),
                new Named("third", EventKind.GRID)));
        observers.publish(GRID);
        observers.publish(WAIT);
        assertThat(told).containsExactly("first GRID", "third GRID", "first WAIT", "second WAIT");
    }

    @Test
    void eventsWithoutListenersAreNotCreated() {
        RunListeners observers = new RunListeners(List.of(new Named("one", EventKind.GRID)));
        assertThat(observers.want(EventKind.GRID)).isTrue();
        assertThat(observers.want(EventKind.WAIT)).isFalse();
        observers.publish(WAIT);
        assertThat(told).isEmpty();
        for (EventKind kind : EventKind.values()) {
            assertThat(RunListeners.NONE.want(kind)).isFalse();
        }
    }

    @Test
    void aListenerThatDoesNotSayWantsAll() {
        RunListener silent = event -> told.add("told");
        RunListeners observers = new RunListeners(List.of(silent));
        for (EventKind kind : EventKind.values()) {
            assertThat(observers.want(kind)).as("%s", kind).isTrue();
        }
        observers.publish(GRID);
        assertThat(told).hasSize(1);
    }

    @Test
    void theKindsOfAListenerAreQueriedOnce() {
        Named listener = new Named("one", EventKind.GRID);
        RunListeners observers = new RunListeners(List.of(listener));
        observers.publish(GRID);
        assertThat(listener.asked).isEqualTo(1);
    }

    @Test
    void aListenerThatChangesItsKindsReceivesTheFirstOnes() {
        Named listener = new Named("one", EventKind.GRID);
        RunListeners observers = new RunListeners(List.of(listener));
        listener.kinds.clear();
        observers.publish(GRID);
        assertThat(told).containsExactly("one GRID");
    }
}
