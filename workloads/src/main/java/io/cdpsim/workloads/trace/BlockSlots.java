package io.cdpsim.workloads.trace;

import io.cdpsim.observe.BlockEvent;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Which place of which SM each block has: the lowest that is free when it comes. */
final class BlockSlots {
    private record Name(int device, long grid, long block) {}

    private record Sm(int device, int number) {}

    private record Place(Sm sm, int slot, long since) {}

    private final Map<Name, Place> places = new HashMap<>();
    private final Map<Sm, BitSet> taken = new HashMap<>();
    private final KeptLongest<TracedBlock> blocks;
    private final LongFunction<String> kernelOf;

    /** Blocks go to a list as they give up their place, called after what their grid runs. */
    BlockSlots(KeptLongest<TracedBlock> blocks, LongFunction<String> kernelOf) {
        this.blocks = blocks;
        this.kernelOf = kernelOf;
    }

    /** Follows a block. @return by how much the number of SMs with a block has changed: -1, 0 or 1 */
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
        Sm sm = new Sm(event.device(), number);
        BitSet slots = taken.computeIfAbsent(sm, each -> new BitSet());
        int slot = slots.nextClearBit(0);
        boolean wasIdle = slots.isEmpty();
        slots.set(slot);
        places.put(name(event), new Place(sm, slot, event.timeCycles()));
        return wasIdle ? 1 : 0;
    }

    private int leave(BlockEvent event) {
        Place place = places.remove(name(event));
        if (place == null) {
            return 0;
        }
        blocks.add(new TracedBlock(
                event.device(),
                place.sm().number(),
                place.slot(),
                kernelOf.apply(event.grid()),
                event.grid(),
                event.block(),
                place.since(),
                event.timeCycles()));
        BitSet slots = taken.computeIfAbsent(place.sm(), each -> new BitSet());
        slots.clear(place.slot());
        return slots.isEmpty() ? -1 : 0;
    }

    private static Name name(BlockEvent event) {
        return new Name(event.device(), event.grid(), event.block());
    }
}
