package io.cdpsim.observe.waits;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.GridWait;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reasons for which each grid waited, from its posting to the start of its first block without a gap. It keeps every grid that waits,
 * so it suits runs in which each grid matters.
 */
public final class GridWaitRecorder implements RunListener {
    private static final class Wait {
        private final long parent;
        /** Most grids have few waits, and hundreds of thousands of grids can wait at once. */
        private final List<WaitInterval> spans = new ArrayList<>(2);

        private WaitReason reason;
        private long since;
        private boolean started;

        Wait(long parent, long posted) {
            this.parent = parent;
            reason = WaitReason.LAUNCH_SERVER;
            since = posted;
        }

        void turnsTo(WaitReason next, long time) {
            if (time > since) {
                spans.add(new WaitInterval(reason, since, time));
                since = time;
            }
            reason = next;
        }
    }

    private final Map<Long, Wait> waits = new HashMap<>();
    /** The states of each device's block scheduler, in order. */
    private final ListMultimap<Integer, DispatchState> states = ArrayListMultimap.create();

    /** Starts without any grid. */
    public GridWaitRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID, EventKind.WAIT);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            waits.put(posted.grid(), new Wait(posted.parent(), posted.timeCycles()));
        } else if (event instanceof GridWait wait) {
            says(wait);
        } else if (event instanceof DispatchState state) {
            states.put(state.device(), state);
        } else if (event instanceof GridEvent.Queued queued) {
            turn(queued.grid(), WaitReason.OTHER_BLOCKS, queued.timeCycles());
        } else if (event instanceof GridEvent.Admitted admitted) {
            admitted(admitted);
        } else if (event instanceof GridEvent.Started started) {
            Wait wait = waits.get(started.grid());
            if (wait != null && !wait.started) {
                wait.turnsTo(WaitReason.SM_ROOM, started.timeCycles());
                wait.started = true;
            }
        }
    }

    private void says(GridWait said) {
        Wait wait = waits.get(said.grid());
        // A repeated state continues the interval.
        if (wait != null && wait.reason != said.reason()) {
            wait.turnsTo(said.reason(), said.timeCycles());
        }
    }

    private void turn(long grid, WaitReason reason, long time) {
        Wait wait = waits.get(grid);
        if (wait != null) {
            wait.turnsTo(reason, time);
        }
    }

    /** The grid was queued at the block scheduler: its reasons follow from the scheduler's states. */
    private void admitted(GridEvent.Admitted event) {
        Wait wait = waits.get(event.grid());
        if (wait == null) {
            return;
        }
        List<DispatchState> past = states.get(event.device());
        int first = past.size();
        while (first > 0 && past.get(first - 1).timeCycles() > wait.since) {
            first--;
        }
        if (first > 0) {
            wait.reason = reason(past.get(first - 1), wait);
        }
        for (DispatchState state : past.subList(first, past.size())) {
            if (state.timeCycles() < event.timeCycles()) {
                wait.turnsTo(reason(state, wait), state.timeCycles());
            }
        }
        wait.turnsTo(WaitReason.SM_ROOM, event.timeCycles());
    }

    private static WaitReason reason(DispatchState state, Wait wait) {
        return switch (state.state()) {
            case ADMITS -> wait.reason;
            case RESIDENT_GRIDS -> WaitReason.RESIDENT_GRIDS;
            case PLACES_BLOCKS -> state.grid() == wait.parent ? WaitReason.PARENT_BLOCKS : WaitReason.OTHER_BLOCKS;
        };
    }

    /** The waits of a grid from its posting to its start, in order and without gaps; a wait in progress is left out. */
    public List<WaitInterval> of(long grid) {
        Wait wait = waits.get(grid);
        return wait == null ? List.of() : List.copyOf(wait.spans);
    }

    /** The waits of a grid, which is removed from the recorder. */
    public List<WaitInterval> take(long grid) {
        List<WaitInterval> spans = of(grid);
        waits.remove(grid);
        return spans;
    }
}
