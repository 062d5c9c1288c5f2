package io.cdpsim.observe.waits;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.waits.GridHistory.CausedWait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps the history of every grid, and finds for each wait the grid whose progress ended it: the last that did what the wait needs, at the latest
 * when the wait ended. Takes some hundred bytes for a grid and 16 for a block.
 */
public final class GridCauseRecorder implements RunListener {
    private final GridWaitRecorder waits = new GridWaitRecorder();
    private final Map<Long, Life> lives = new LinkedHashMap<>();
    private final Map<Integer, DeviceHistory> devices = new HashMap<>();

    private static final class Life {
        private final GridEvent.Posted posted;
        private long started = -1;
        private long bodyEnded = -1;
        private long completed = -1;

        Life(GridEvent.Posted posted) {
            this.posted = posted;
        }
    }

    /** Who did what last, by time, on a device. */
    private static final class DeviceHistory {
        private final TreeMap<Long, Long> queued = new TreeMap<>();
        private final TreeMap<Long, Long> completed = new TreeMap<>();
        private final TreeMap<Long, Long> blockEnded = new TreeMap<>();
        private final TreeMap<Long, Long> placing = new TreeMap<>();
    }

    /** Starts without any grid. */
    public GridCauseRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID, EventKind.WAIT, EventKind.BLOCK);
    }

    @Override
    public void happened(RunEvent event) {
        if (event.kind() != EventKind.BLOCK) {
            waits.happened(event);
        }
        long time = event.timeCycles();
        DeviceHistory device = devices.computeIfAbsent(event.device(), any -> new DeviceHistory());
        if (event instanceof GridEvent.Posted posted) {
            lives.put(posted.grid(), new Life(posted));
        } else if (event instanceof GridEvent.Queued queued) {
            device.queued.put(time, queued.grid());
        } else if (event instanceof GridEvent.Started started) {
            Life life = lives.get(started.grid());
            if (life != null && life.started < 0) {
                life.started = time;
            }
        } else if (event instanceof GridEvent.BodyEnded ended) {
            Life life = lives.get(ended.grid());
            if (life != null) {
                life.bodyEnded = time;
            }
        } else if (event instanceof GridEvent.Completed completed) {
            Life life = lives.get(completed.grid());
            if (life != null) {
                life.completed = time;
            }
            device.completed.put(time, completed.grid());
        } else if (event instanceof BlockEvent.Ended ended) {
            device.blockEnded.put(time, ended.grid());
        } else if (event instanceof DispatchState state && state.state() == DispatchState.State.PLACES_BLOCKS) {
            device.placing.put(time, state.grid());
        }
    }

    /** All grids, in the order of their launches. */
    public List<GridHistory> all() {
        return lives.keySet().stream().map(each -> of(each).orElseThrow()).toList();
    }

    /** The history of a grid; empty if there is no such grid. */
    public Optional<GridHistory> of(long grid) {
        Life life = lives.get(grid);
        if (life == null) {
            return Optional.empty();
        }
        List<CausedWait> caused = new ArrayList<>();
        for (WaitInterval each : waits.of(grid)) {
            caused.add(caused(life, each));
        }
        return Optional.of(new GridHistory(life.posted, life.started, life.bodyEnded, life.completed, caused));
    }

    private CausedWait caused(Life life, WaitInterval wait) {
        DeviceHistory device = devices.computeIfAbsent(life.posted.device(), any -> new DeviceHistory());
        long self = life.posted.grid();
        return switch (wait.reason()) {
            case PREDECESSOR -> new CausedWait(wait, predecessor(life, wait, device), 0);
            case PARENT_END -> {
                long sibling = predecessor(life, wait, device);
                yield new CausedWait(wait, sibling == 0 ? life.posted.parent() : sibling, 0);
            }
            case PARENT_BLOCKS -> new CausedWait(wait, life.posted.parent(), 0);
            case OTHER_BLOCKS -> new CausedWait(wait, last(device.placing, wait, self), 0);
            case RESIDENT_GRIDS -> new CausedWait(wait, last(device.completed, wait, self), 0);
            case SM_ROOM -> new CausedWait(wait, last(device.blockEnded, wait, self), 0);
            case LAUNCH_SERVER -> {
                Collection<Long> before = device.queued
                        .subMap(wait.start(), false, wait.end(), true)
                        .values();
                int others = (int) before.stream().filter(each -> each != self).count();
                yield new CausedWait(wait, last(device.queued, wait, self), others);
            }
            case POOL -> new CausedWait(wait, 0, 0);
        };
    }

    /** The grid of the same launcher and stream that completed last while this one waited; else any that completed last then. */
    private long predecessor(Life life, WaitInterval wait, DeviceHistory device) {
        long any = 0;
        for (Map.Entry<Long, Long> each : device.completed
                .subMap(wait.start(), true, wait.end(), true)
                .descendingMap()
                .entrySet()) {
            Life other = lives.get(each.getValue());
            if (other != null
                    && other != life
                    && other.posted.parent() == life.posted.parent()
                    && other.posted.stream() == life.posted.stream()) {
                return each.getValue();
            }
            any = any == 0 ? each.getValue() : any;
        }
        return any;
    }

    /** The last of a history in an interval, except a grid itself; 0 if there is none. */
    private static long last(NavigableMap<Long, Long> history, WaitInterval wait, long self) {
        for (Map.Entry<Long, Long> each : history.subMap(wait.start(), true, wait.end(), true)
                .descendingMap()
                .entrySet()) {
            if (each.getValue() != self) {
                return each.getValue();
            }
        }
        return 0;
    }
}
