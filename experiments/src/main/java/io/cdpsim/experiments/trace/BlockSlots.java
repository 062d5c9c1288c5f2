package io.cdpsim.experiments.trace;

import io.cdpsim.experiments.trace.RunTrace.BlockSpan;
import io.cdpsim.observe.RunEvent.BlockEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The slot of each block on its SM: the lowest free one at its start. */
final class BlockSlots {
    /** With its own hash function: that of records takes several times as long, and every block needs two. */
    private record Name(int device, long grid, long block) {
        @Override
        public int hashCode() {
            return Long.hashCode(grid * 31 + block) + device;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name && name.grid == grid && name.block == block && name.device == device;
        }
    }

    private record Place(int sm, int slot, long since) {}

    private final Map<Name, Place> places = new HashMap<>();
    /** By device and SM. */
    private final List<List<BitSet>> taken = new ArrayList<>();

    private final LongestSpans<BlockSpan> blocks;
    private final LongFunction<String> kernelOf;

    /** Creates the tracker; a block goes to the list, with the name of its kernel, when it ends. */
    BlockSlots(LongestSpans<BlockSpan> blocks, LongFunction<String> kernelOf) {
        this.blocks = blocks;
        this.kernelOf = kernelOf;
    }

    /** Tracks a block. @return the change of the number of busy SMs: -1, 0 or 1 */
    int happened(BlockEvent event) {
        if (event instanceof BlockEvent.Placed placed) {
            return take(placed, placed.sm());
        } else if (event instanceof BlockEvent.SwappedIn back) {
            return take(back, back.sm());
        } else if (event instanceof BlockEvent.Ended || event instanceof BlockEvent.SwappedOut) {
            return leave(event);
        }
        return 0;
    }

    private int take(BlockEvent event, int number) {
        BitSet slots = slots(event.device(), number);
        int slot = slots.nextClearBit(0);
        boolean wasIdle = slots.isEmpty();
        slots.set(slot);
        places.put(name(event), new Place(number, slot, event.timeCycles()));
        return wasIdle ? 1 : 0;
    }

    private int leave(BlockEvent event) {
        Place place = places.remove(name(event));
        if (place == null) {
            return 0;
        }
        blocks.add(new BlockSpan(
                event.device(),
                place.sm(),
                place.slot(),
                kernelOf.apply(event.grid()),
                event.grid(),
                event.block(),
                place.since(),
                event.timeCycles()));
        BitSet slots = slots(event.device(), place.sm());
        slots.clear(place.slot());
        return slots.isEmpty() ? -1 : 0;
    }

    private BitSet slots(int device, int sm) {
        while (taken.size() <= device) {
            taken.add(new ArrayList<>());
        }
        List<BitSet> of = taken.get(device);
        while (of.size() <= sm) {
            of.add(new BitSet());
        }
        return of.get(sm);
    }

    private static Name name(BlockEvent event) {
        return new Name(event.device(), event.grid(), event.block());
    }
}
