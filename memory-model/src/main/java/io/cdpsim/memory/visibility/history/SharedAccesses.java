package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recent accesses to the shared memory of the running blocks, and the races among the threads of a block. */
public final class SharedAccesses {
    /** A block has less than 256 KiB of shared memory on every GPU. */
    private static final int SLOT_SHIFT = 18;

    private static final long OFFSET_MASK = (1L << SLOT_SHIFT) - 1;

    /** Marks the addresses of shared memory among those of {@link SyncLocations}, where each block has its own. */
    private static final long SYNC_BASE = 1L << 60;

    private final AccessHistory history;
    private final List<@Nullable BlockCausality> slots = new ArrayList<>();

    /**
     * An empty history.
     *
     * @param inLockstep whether the lanes of a warp execute in lockstep, so that their accesses are in program order
     */
    public SharedAccesses(BlockTable blocks, CausalityQuery query, RaceLog log, boolean inLockstep) {
        // Threads that share memory of a block meet at barriers, so no order of strong writes is kept.
        history = new AccessHistory(this::word, blocks, query, log, false, false, inLockstep, SharedAccesses::shown, 0);
    }

    /** Whether an address is in shared memory. */
    public static boolean contains(long address) {
        return address >= AddressMap.SHARED_BASE && address - AddressMap.SHARED_BASE <= OFFSET_MASK;
    }

    private static long shown(long address) {
        return AddressMap.SHARED_BASE + (address & OFFSET_MASK);
    }

    private int word(long address) {
        BlockCausality block = slots.get((int) (address >>> SLOT_SHIFT));
        byte[] bytes = block == null ? new byte[0] : block.shared();
        int at = (int) (address & OFFSET_MASK);
        int value = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | (at + i < bytes.length ? bytes[at + i] & 0xFF : 0);
        }
        return value;
    }

    private long slotAddress(BlockCausality block, long address) {
        int slot = block.sharedSlot();
        if (slot < 0) {
            slot = slots.indexOf(null);
            if (slot < 0) {
                slot = slots.size();
                slots.add(block);
            } else {
                slots.set(slot, block);
            }
            block.sharedSlot(slot);
        }
        return ((long) slot << SLOT_SHIFT) + (address - AddressMap.SHARED_BASE);
    }

    /** The address of a location of a block's shared memory for {@link SyncLocations}. */
    public static long syncAddress(BlockCausality block, long address) {
        return SYNC_BASE + ((long) block.uid() << SLOT_SHIFT) + (address - AddressMap.SHARED_BASE);
    }

    /** A thread reads. @return whether the read races with a write */
    public boolean read(BlockCausality block, long epoch, long address, int bytes, int access) {
        return history.read(block, epoch, slotAddress(block, address), bytes, access);
    }

    /** A thread is about to write. */
    public void write(BlockCausality block, long epoch, long address, int bytes, int access, long bits) {
        history.write(block, epoch, slotAddress(block, address), bytes, access, bits);
    }

    /** Consecutive threads read rows, as {@link AccessHistory#readRows}. @return whether any of the reads races with a write */
    public boolean readRows(BlockCausality block, long first, long address, int shift, int access) {
        return history.readRows(block, first, slotAddress(block, address), shift, access);
    }

    /** Consecutive threads are about to write rows, as {@link AccessHistory#writeRows}. */
    public void writeRows(BlockCausality block, long first, long address, int shift, int access, LaneWrites values) {
        history.writeRows(block, first, slotAddress(block, address), shift, access, values);
    }

    /** Whether the next writes store what another lane stores to the same place by the same instruction. */
    public void repeats(boolean does) {
        history.repeats(does);
    }

    /** All threads of a block have ended. */
    public void ended(BlockCausality block) {
        int slot = block.sharedSlot();
        if (slot >= 0) {
            history.reset((long) slot << SLOT_SHIFT, block.shared().length);
            slots.set(slot, null);
            block.sharedSlot(-1);
        }
    }
}
