package io.cdpsim.gpu.posted;

import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers.Access;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;

/** An access of a warp's lanes to global memory, which has issued; its values are moved when its turn comes among those of all SMs. Reused. */
final class PostedAccess<W extends PostingWarp> {
    private final long[] addresses = new long[Lanes.COUNT];
    private W warp;
    private int starts;
    private long cycle;
    private boolean isStore;
    private boolean hasMoved;
    private boolean isRow;
    private Instruction in;
    private Access access;
    private int lanes;
    /** For a load, its first register in the warp's file; for a store, nothing. */
    private int register;
    /** The values of a store. */
    private long[] values = new long[Lanes.COUNT];

    private int firstRequest;
    private int endRequest;
    private long readyAt;

    PostedAccess(W warp, Instruction in) {
        this.warp = warp;
        this.in = in;
        access = (Access) in.modifiers();
    }

    /** @param row whether its lanes are a whole warp with consecutive words of one page */
    private void start(W ofWarp, Instruction instruction, int ofLanes, long[] places, boolean row, long atCycle) {
        warp = ofWarp;
        starts = ofWarp.starts();
        in = instruction;
        access = (Access) in.modifiers();
        hasMoved = false;
        lanes = ofLanes;
        cycle = atCycle;
        isRow = row;
        if (row) {
            addresses[0] = places[0];
        } else {
            System.arraycopy(places, 0, addresses, 0, Lanes.COUNT);
        }
    }

    void startLoad(
            W ofWarp, Instruction load, int ofLanes, long[] places, boolean row, int firstRegister, long atCycle) {
        start(ofWarp, load, ofLanes, places, row, atCycle);
        isStore = false;
        register = firstRegister;
    }

    void startStore(
            W ofWarp, Instruction store, int ofLanes, long[] places, boolean row, long[] from, int at, long atCycle) {
        start(ofWarp, store, ofLanes, places, row, atCycle);
        isStore = true;
        int count = access.count() * Lanes.COUNT;
        if (values.length < count) {
            values = new long[count];
        }
        System.arraycopy(from, at, values, 0, count);
    }

    /** Its requests, and when it is done at the earliest. */
    void requests(int first, int end, long earliest) {
        firstRequest = first;
        endRequest = end;
        readyAt = earliest;
    }

    long cycle() {
        return cycle;
    }

    int firstRequest() {
        return firstRequest;
    }

    int endRequest() {
        return endRequest;
    }

    /** Moves its values. @return whether memory changed */
    boolean move(DeviceData data) {
        hasMoved = true;
        if (isStore) {
            return isRow
                    ? data.storeRow(addresses[0], values, 0)
                    : data.store(
                            warp.memory(),
                            AddressSpace.GLOBAL,
                            addresses,
                            lanes,
                            access.type(),
                            access.count(),
                            values,
                            0);
        }
        if (!concerns()) {
            return false;
        }
        if (isRow) {
            data.loadRow(addresses[0], warp.state().registers(), register * Lanes.COUNT);
        } else {
            data.load(
                    warp.memory(),
                    AddressSpace.GLOBAL,
                    addresses,
                    lanes,
                    access.type(),
                    access.count(),
                    warp.state().registers(),
                    register * Lanes.COUNT);
        }
        return false;
    }

    boolean isStore() {
        return isStore;
    }

    /** Moves its values unless that is done. @return whether memory changed */
    boolean moveNow(DeviceData data) {
        return !hasMoved && move(data);
    }

    /** Whether it stores to memory that is there already, so that SMs may do so side by side if the words are not the same. */
    boolean storesInPlace(DeviceData data) {
        return isStore && isRow && data.global().hasPage(addresses[0]);
    }

    /** The address of a lane. */
    long address(int lane) {
        return isRow ? addresses[0] + (long) lane * access.type().bytes() : addresses[lane];
    }

    int lanes() {
        return lanes;
    }

    int bytes() {
        return access.bytes();
    }

    /** Tells its warp when it is done. */
    void isDone(long answeredAt) {
        if (!concerns()) {
            return;
        }
        long done = Math.max(readyAt, answeredAt);
        if (isStore) {
            warp.storeIsDone(done);
        } else {
            warp.loadIsDone(in, register, done);
        }
    }

    /** Whether the threads that have issued it still have the warp. */
    private boolean concerns() {
        return warp.starts() == starts;
    }
}
