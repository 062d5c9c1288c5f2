package io.cdpsim.runtime.cost;

/**
 * The first grid of a stream that came when its launcher had launched into as many streams as the device has at hand.
 *
 * @param due the grid
 */
record NewStream(int due) implements DispatchBatches.Waiting {
    @Override
    public int dueGrids() {
        return 1;
    }

    @Override
    public int handedOver() {
        return 1;
    }

    @Override
    public long cyclesBefore(long now) {
        return 0;
    }

    @Override
    public long cyclesAfter() {
        return 0;
    }

    @Override
    public void isHandedOver() {}
}
