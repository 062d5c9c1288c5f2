package io.cdpsim.runtime.device;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.WaitReason;
import io.cdpsim.runtime.call.ReportedTime;
import io.cdpsim.runtime.cost.LaunchCosts;
import io.cdpsim.runtime.launch.GridKind;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.WorkExecutor;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Sends what starts in the launch tree to the device, and tells those who must know how far it is. */
final class LaunchSystem implements WorkExecutor {
    /** Learns that the launch with a number, made by a block with a record, is complete (CDP1). */
    interface RecordListener {
        void released(int record, long number);
    }

    private final Engine engine;
    private final Gpu gpu;
    private final GridTable grids;
    private final LaunchCosts costs;
    private final DeviceEvents events;
    private final ReportedTime told;
    private final @Nullable VisibilityFeed visibility;
    private IntConsumer memoryOperation = entry -> {};
    private IntConsumer gridCompleted = entry -> {};
    private IntConsumer hostGridCompleted = entry -> {};
    private RecordListener recordReleased = (record, number) -> {};

    LaunchSystem(Engine engine, Gpu gpu, GridTable grids, LaunchCosts costs, DeviceEvents events, ReportedTime told) {
        this.engine = engine;
        this.gpu = gpu;
        this.grids = grids;
        this.costs = costs;
        this.told = told;
        this.events = events;
        this.visibility = gpu.visibility();
    }

    /** Says who moves the bytes of a copy or a fill of device code once its turn has come. */
    void onMemoryOperation(IntConsumer consumer) {
        memoryOperation = consumer;
    }

    /** Says who learns of each grid that is complete. */
    void onGridCompleted(IntConsumer consumer) {
        gridCompleted = consumer;
    }

    /** Says who learns that a grid of the host is complete. */
    void onHostGridCompleted(IntConsumer consumer) {
        hostGridCompleted = consumer;
    }

    /** Says who learns that a launch of a block with a record is complete (CDP1). */
    void onRecordReleased(RecordListener consumer) {
        recordReleased = consumer;
    }

    @Override
    public boolean isAbandoned() {
        return gpu.isFaulted();
    }

    @Override
    public void waits(int entry, WaitReason reason) {
        if (events.wantWaits() && isGrid(entry)) {
            long now = Math.max(engine.now(), costs.postedCycle(entry));
            events.gridWaits(grids.number(entry), reason, now);
        }
    }

    private boolean isGrid(int entry) {
        return grids.kind(entry) != GridKind.EVENT_WAIT && !grids.isMemoryOperation(entry);
    }

    @Override
    public void submit(int entry) {
        events.gridQueued(grids.number(entry), engine.now());
        gpu.submit(entry, grids.kind(entry) == GridKind.STREAM_GRID);
    }

    @Override
    public void runMemoryOperation(int entry) {
        memoryOperation.accept(entry);
    }

    @Override
    public void bodyEnded(int entry) {
        events.gridBodyEnded(grids.number(entry), costs.now());
    }

    @Override
    public void completed(int entry) {
        gpu.progressed();
        long number = grids.number(entry);
        long now = Math.max(costs.now(), told.now());
        if (isGrid(entry)) {
            events.gridCompleted(number, now);
        } else if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            events.eventWait(grids.number(grids.parent(entry)), grids.stream(entry), true, now);
        }
        gridCompleted.accept(entry);
        if (visibility != null) {
            visibility.completed(entry);
        }
    }

    @Override
    public void hostGridCompleted(int entry) {
        hostGridCompleted.accept(entry);
    }

    @Override
    public void recordReleased(int record, long number) {
        recordReleased.released(record, number);
    }
}
