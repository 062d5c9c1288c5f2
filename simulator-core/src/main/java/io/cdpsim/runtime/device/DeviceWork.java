package io.cdpsim.runtime.device;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.runtime.cost.LaunchCosts;
import io.cdpsim.runtime.launch.GridKind;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchedWork;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Sends what starts in the launch tree to the device, and tells those who must know how far it is. */
final class DeviceWork implements LaunchedWork {
    /** Learns that the launch with a number, made by a block with a record, is complete (CDP1). */
    interface RecordListener {
        void released(int record, long number);
    }

    private final Gpu gpu;
    private final GridTable grids;
    private final LaunchCosts costs;
    private final ExecutionListener listener;
    private final @Nullable VisibilityFeed visibility;
    private IntConsumer memoryOperation = entry -> {};
    private LongConsumer gridCompleted = number -> {};
    private IntConsumer hostGridCompleted = entry -> {};
    private RecordListener recordReleased = (record, number) -> {};

    DeviceWork(Gpu gpu, GridTable grids, LaunchCosts costs, ExecutionListener listener) {
        this.gpu = gpu;
        this.grids = grids;
        this.costs = costs;
        this.listener = listener;
        this.visibility = gpu.visibility();
    }

    /** Says who moves the bytes of a copy or a fill of device code once its turn has come. */
    void onMemoryOperation(IntConsumer consumer) {
        memoryOperation = consumer;
    }

    /** Says who learns the number of each grid that is complete. */
    void onGridCompleted(LongConsumer consumer) {
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
    public void submit(int entry) {
        gpu.submit(entry, grids.kind(entry) == GridKind.STREAM_GRID);
    }

    @Override
    public void runMemoryOperation(int entry) {
        memoryOperation.accept(entry);
    }

    @Override
    public void bodyEnded(int entry) {
        listener.gridBodyEnded(grids.number(entry), costs.now());
    }

    @Override
    public void completed(int entry) {
        gpu.progressed();
        long number = grids.number(entry);
        listener.gridCompleted(number, costs.now());
        gridCompleted.accept(number);
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
