package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.progress.SmProgress;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.memory.AddressSpace;
import org.jspecify.annotations.Nullable;

/** What accesses mean to threads that wait for memory to change, to other devices, and to the visibility checker. */
final class AccessEffects {
    private final @Nullable VisibilityFeed visibility;
    private final SmProgress watch;
    private final SpinParking<Warp> spinParking;
    private final DeviceData data;
    private final LaneAddresses addresses;

    /** @param addresses those of the current access, which the unit fills */
    AccessEffects(LoadStoreContext shared, SmProgress watch, LaneAddresses addresses) {
        this.watch = watch;
        this.addresses = addresses;
        visibility = shared.visibility();
        spinParking = shared.spinParking();
        data = shared.data();
    }

    /** Whether the checker needs accesses to a space; it does not know those to the shared memory of other blocks. */
    boolean areWatched(AddressSpace space) {
        return VisibilityFeed.watches(space) && (space != AddressSpace.SHARED || !addresses.reachesNeighbour());
    }

    /** Reports accesses to the shared memory of other blocks of the cluster. */
    void reachesNeighbours(Warp warp, AddressSpace space, int group) {
        if (visibility == null || space != AddressSpace.SHARED || !addresses.reachesNeighbour()) {
            return;
        }
        for (int m = group; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Block owner = warp.block().ownerOf(addresses.of(lane));
            if (owner != warp.block()) {
                visibility.reachesNeighbour(warp.watched(), lane, owner.neighbours());
            }
        }
    }

    /** A warp has loaded, which may be all that its loop waits for. */
    void loaded(Warp warp, AddressSpace space, int group, int bytes) {
        if (space != AddressSpace.GLOBAL) {
            SpinParking.disturbed(warp);
        } else if (warp.collects()) {
            for (int m = group; m != 0; m &= m - 1) {
                long address = addresses.of(Integer.numberOfTrailingZeros(m));
                if (data.peers().isElsewhere(address)) {
                    // Nobody reports changes of another device's memory to this one.
                    SpinParking.disturbed(warp);
                    return;
                }
                spinParking.loaded(warp, address, bytes);
            }
        }
    }

    /** Memory has changed, which may end a thread's wait. */
    void changed(AddressSpace space, int group, int bytes, long time) {
        watch.progressed();
        if (space != AddressSpace.GLOBAL) {
            return;
        }
        if (spinParking.isWatching()) {
            for (int m = group; m != 0; m &= m - 1) {
                spinParking.changed(addresses.of(Integer.numberOfTrailingZeros(m)), bytes, time);
            }
        }
        data.peers().written(addresses.all(), group);
    }
}
