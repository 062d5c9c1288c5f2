package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The streams and events of device code: handles, scopes and order between streams. */
public final class DeviceStreams {
    /** Handles of the special streams (rulebook 1.2). */
    static final long NULL_STREAM = 0;

    static final long LEGACY_STREAM = 1;
    static final long PER_THREAD_STREAM = 2;
    static final long TAIL_LAUNCH = 3;
    static final long FIRE_AND_FORGET = 4;

    /**
     * The first handle of a stream or event. It is far above the special handles, so that no small number is a handle by chance.
     */
    private static final long FIRST_HANDLE = 0x1000;

    private static final class Event {
        private long ownerGrid;
        private long ownerBlock;
        private int recorded;
        private long recordedNumber;
        private boolean destroyed;
        private @Nullable LaunchHistory history;
        private int historyLength;
        private int historyWaits;
    }

    private final StreamTable streams;
    private final GridTable grids;
    private final LaunchTree tree;
    private final CdpRules rules;
    private final ReportedTime reportedTime;
    private final DeviceEvents deviceEvents;
    private final List<Event> events = new ArrayList<>();
    private final Map<Long, Integer> eventsOfGrid = new HashMap<>();
    private long liveEvents;
    private final @Nullable VisibilityChecker checker;

    public DeviceStreams(
            StreamTable streams,
            GridTable grids,
            LaunchTree tree,
            CdpRules rules,
            ReportedTime reportedTime,
            DeviceEvents deviceEvents,
            @Nullable VisibilityChecker checker) {
        this.checker = checker;
        this.reportedTime = reportedTime;
        this.deviceEvents = deviceEvents;
        this.streams = streams;
        this.grids = grids;
        this.tree = tree;
        this.rules = rules;
    }

    private void warn(String rule, Block block, String misuse) {
        deviceEvents.warning(
                rule,
                "kernel " + block.grid().kernel().name() + " (block " + block.index() + ") " + misuse,
                reportedTime.now());
    }

    /** The source line of the call that a warp executes; empty if the code has no line numbers. */
    private static String location(Warp warp) {
        Instruction[] code = warp.state().kernel().code();
        int at = warp.state().stack().programCounter();
        for (int i = at; i >= Math.max(0, at - 1); i--) {
            if (i < code.length && code[i].modifiers() instanceof Modifiers.Device) {
                return code[i].place().isEmpty() ? "" : ", at " + code[i].place();
            }
        }
        return "";
    }

    /** Creates a stream. @return its handle */
    long create(Block block) {
        return FIRST_HANDLE + streams.addNamed(block.grid().node(), block.grid().number(), rules.ownerBlock(block));
    }

    /**
     * The stream that an ordinary handle refers to in a thread, or -1 if the thread may not use it (rules STR-1, STR-2, STR-3).
     */
    int resolve(Warp warp, int lane, long handle, boolean perThreadDefault) {
        Block block = warp.block();
        // Rules STR-12 and STR-13.
        if (handle == PER_THREAD_STREAM || (handle == NULL_STREAM && perThreadDefault)) {
            if (warp.perThreadStream(lane) == 0) {
                warp.perThreadStream(
                        lane, streams.addNamed(block.grid().node(), block.grid().number(), rules.ownerBlock(block)));
            }
            return warp.perThreadStream(lane);
        }
        // Rules LNCH-4, STR-5 and STR-6: each block has its own NULL stream, which behaves like any other stream.
        if (handle == NULL_STREAM || handle == LEGACY_STREAM) {
            if (block.nullStream() == 0) {
                block.nullStream(streams.addNull(block.grid().number(), block.index() + 1));
            }
            return block.nullStream();
        }
        long stream = handle - FIRST_HANDLE;
        // Rule STR-4.
        if (!streams.exists(stream)) {
            warn(
                    "STR-4",
                    block,
                    "uses a stream that device code did not create" + location(warp)
                            + "; create the stream in the grid that uses it");
            return -1;
        }
        if (streams.ownerGrid((int) stream) != block.grid().number()
                || streams.ownerBlock((int) stream) != rules.ownerBlock(block)) {
            warn(
                    "STR-3",
                    block,
                    "uses a stream that it does not own" + location(warp)
                            + "; create a stream where it is used: in the same block (CDP1) or the same grid (CDP2)");
            return -1;
        }
        if (streams.isFree((int) stream)) {
            // On the H200, a launch into a destroyed stream succeeds but is not ordered.
            int replacement = streams.add(block.grid().number(), rules.ownerBlock(block));
            streams.close(replacement);
            return replacement;
        }
        return (int) stream;
    }

    /** Destroys a stream. Its pending work continues (rule STR-10). */
    CudaError destroy(Warp warp, int lane, long handle) {
        if (handle < FIRST_HANDLE) {
            return CudaError.INVALID_VALUE;
        }
        int stream = resolve(warp, lane, handle, false);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        streams.close(stream);
        return CudaError.SUCCESS;
    }

    /** Closes the NULL stream of a block whose threads have exited. Its work continues (rule NEST-5). */
    public void blockEnded(Block block) {
        if (block.nullStream() != 0) {
            streams.close(block.nullStream());
        }
    }

    /** Creates an event. @return its handle, or 0 if no event slot is free (rule EVT-6) */
    long createEvent(Block block, long slots) {
        // Rule POOL-7.
        if (liveEvents >= slots) {
            return 0;
        }
        liveEvents++;
        Event event = new Event();
        event.ownerGrid = block.grid().number();
        event.ownerBlock = rules.ownerBlock(block);
        eventsOfGrid.merge(event.ownerGrid, 1, Integer::sum);
        events.add(event);
        return FIRST_HANDLE + events.size();
    }

    /** Event slots in use. */
    public long liveEvents() {
        return liveEvents;
    }

    /** Releases the streams and event slots of a complete grid. Event slots are not released earlier. */
    public void gridCompleted(int entry) {
        streams.releaseNamed(entry);
        Integer count = eventsOfGrid.isEmpty() ? null : eventsOfGrid.remove(grids.number(entry));
        if (count != null) {
            liveEvents -= count;
        }
    }

    private int eventIndex(Block block, long handle) {
        int index = ownEventIndex(block, handle);
        return index >= 0 && events.get(index).destroyed ? -1 : index;
    }

    /** The index of an event of the block, destroyed or not; -1 if it has none of this handle. */
    private int ownEventIndex(Block block, long handle) {
        long index = handle - FIRST_HANDLE - 1;
        if (index < 0 || index >= events.size()) {
            return -1;
        }
        Event event = events.get((int) index);
        // Rule EVT-3.
        if (event.ownerGrid != block.grid().number() || event.ownerBlock != rules.ownerBlock(block)) {
            warn("EVT-3", block, "uses an event that it does not own");
            return -1;
        }
        return (int) index;
    }

    private CudaError invalidEvent(long handle) {
        return handle == 0 ? rules.nullEventError() : CudaError.INVALID_VALUE;
    }

    /** Destroys an event; once more changes nothing. Work that waits for the event continues to wait (rule EVT-5). */
    CudaError destroyEvent(Block block, long handle) {
        int index = ownEventIndex(block, handle);
        if (index < 0) {
            return invalidEvent(handle);
        }
        events.get(index).destroyed = true;
        return CudaError.SUCCESS;
    }

    /** The stream of a handle in which events can be recorded and awaited; -1 if there is none. */
    private int streamForEvents(Warp warp, int lane, long handle, boolean perThreadDefault) {
        // Rules EVT-7, FAF-3, TAIL-8 and TAIL-14.
        return isSpecial(handle) ? -1 : resolve(warp, lane, handle, perThreadDefault);
    }

    /** Records the work in a stream at this moment (rule EVT-4). */
    CudaError record(Warp warp, int lane, long eventHandle, long streamHandle, boolean perThreadDefault) {
        int index = eventIndex(warp.block(), eventHandle);
        if (index < 0) {
            return invalidEvent(eventHandle);
        }
        int stream = streamForEvents(warp, lane, streamHandle, perThreadDefault);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        Event event = events.get(index);
        event.recorded = streams.last(stream);
        if (checker != null) {
            event.history = streams.history(stream, checker);
            event.historyLength = event.history.length();
            event.historyWaits = event.history.waits();
        }
        event.recordedNumber = event.recorded == 0 ? 0 : grids.number(event.recorded);
        return CudaError.SUCCESS;
    }

    /**
     * Makes future work in a stream wait for the work that an event has recorded. The thread does not wait (rules EVT-1, EVT-4,
     * EVT-8).
     */
    CudaError await(Warp warp, int lane, long streamHandle, long eventHandle, boolean perThreadDefault) {
        int index = eventIndex(warp.block(), eventHandle);
        if (index < 0) {
            return invalidEvent(eventHandle);
        }
        int stream = streamForEvents(warp, lane, streamHandle, perThreadDefault);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        Event event = events.get(index);
        if (checker != null && event.history != null) {
            // Rule MEM-6.
            checker.streamWaits(
                    streams.history(stream, checker), event.history, event.historyLength, event.historyWaits);
        }
        int recorded = event.recorded;
        // Rule EVT-9: an event that was never recorded counts as complete.
        boolean pending = recorded != 0
                && grids.state(recorded) != GridState.FREE
                && grids.state(recorded) != GridState.RETIRING
                && grids.number(recorded) == event.recordedNumber;
        if (pending) {
            int parent = warp.block().grid().node();
            int wait = grids.add(GridKind.EVENT_WAIT, parent, grids.depth(parent));
            tree.adopt(wait);
            deviceEvents.eventWait(grids.number(parent), stream, false, reportedTime.now());
            tree.enqueue(wait, stream);
            if (recorded != wait) {
                tree.waitFor(wait, recorded);
            }
            tree.posted(wait);
        }
        return CudaError.SUCCESS;
    }

    /** The kind of the stream with a handle. */
    static StreamKind kindOf(long handle) {
        if (handle == FIRE_AND_FORGET) {
            return StreamKind.FIRE_AND_FORGET;
        }
        if (handle == TAIL_LAUNCH) {
            return StreamKind.TAIL;
        }
        return handle == NULL_STREAM ? StreamKind.NULL : StreamKind.NAMED;
    }

    /** Whether a handle is that of the fire-and-forget or the tail-launch stream. */
    public static boolean isSpecial(long handle) {
        return handle == TAIL_LAUNCH || handle == FIRE_AND_FORGET;
    }

    /** Whether a handle is that of the tail-launch stream. */
    public static boolean isTail(long handle) {
        return handle == TAIL_LAUNCH;
    }
}
