package io.cdpsim.gpu.memory;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** The values in all memories that a thread can access, by address space. Does not depend on time. */
public final class DeviceData {
    /** An index behind a null pointer seldom leads further. */
    private static final long NULL_BYTES = 1 << 20;

    private final PagedMemory global;
    private final PagedMemory host;
    private final PagedMemory constant;
    private final PeerMemory peers;
    private final RegisteredHostMemory registered;

    /** The memories of the only device of a machine. */
    public DeviceData(PagedMemory global, PagedMemory host, PagedMemory constant) {
        this(global, host, constant, PeerMemory.none(), new RegisteredHostMemory());
    }

    /**
     * The memories of a device.
     *
     * @param global the device's memory
     * @param host pinned memory of the host
     * @param constant the constant memory
     * @param peers the memories of other devices
     * @param registered the program's own memory that is part of the pinned memory
     */
    public DeviceData(
            PagedMemory global,
            PagedMemory host,
            PagedMemory constant,
            PeerMemory peers,
            RegisteredHostMemory registered) {
        this.global = global;
        this.host = host;
        this.constant = constant;
        this.peers = peers;
        this.registered = registered;
    }

    /** The memories of other devices. */
    public PeerMemory peers() {
        return peers;
    }

    /** The program's own memory that is part of the pinned memory. */
    public RegisteredHostMemory registered() {
        return registered;
    }

    /** The device's memory. */
    public PagedMemory global() {
        return global;
    }

    /** The constant memory. */
    public PagedMemory constant() {
        return constant;
    }

    /**
     * Whether each of several accesses is inside one allocation, as far as a check of their common bits shows. False does not
     * mean that one is outside.
     *
     * @param common the bits that all the addresses have
     * @param any the bits that any of them has
     */
    public boolean allReachable(SharedAndLocalMemory own, AddressSpace space, long common, long any, int bytes) {
        // No address exceeds the one with all their bits. The used part of a page starts at the page's
        // on.
        return PagedMemory.onePage(common, any) && reachable(own, space, any, bytes);
    }

    /** Whether the access lies inside one allocation of its space. */
    public boolean reachable(SharedAndLocalMemory own, AddressSpace space, long address, int bytes) {
        return switch (space) {
            case GLOBAL -> global.contains(address, bytes) || (!peers.isEmpty() && peers.reaches(address, bytes));
            case MAPPED -> host.contains(address, bytes);
            case CONSTANT -> constant.contains(address, bytes);
            case SHARED -> inShared(own, address - AddressMap.SHARED_BASE, bytes);
            case LOCAL -> within(address - AddressMap.LOCAL_BASE, bytes, own.localBytes());
            case PARAMETER -> false;
        };
    }

    /** Why an address that no allocation contains is wrong, to follow a message; empty if that is unknown. */
    public String reasonOutside(long address) {
        if (isNull(address)) {
            return " (a null pointer)";
        }
        return global.wasFreed(address) ? " (the host has freed it)" : "";
    }

    /** Whether an address is null, or at an offset from it. */
    public static boolean isNull(long address) {
        return address >= 0 && address < NULL_BYTES;
    }

    private static boolean inShared(SharedAndLocalMemory own, long offset, int bytes) {
        byte[] shared = own.sharedAt(offset);
        return shared != null && within(inner(offset), bytes, shared.length);
    }

    private static int inner(long offset) {
        return (int) offset & (1 << SharedAndLocalMemory.WINDOW_SHIFT) - 1;
    }

    private static boolean within(long offset, int bytes, int size) {
        return offset >= 0 && offset + bytes <= size;
    }

    /**
     * Loads values of lanes into their registers.
     *
     * @param own the memories private to these lanes or their block
     * @param addresses of the first value of each lane; the others follow it
     * @param lanes the lanes that load
     * @param count values per lane, each into a register of its own
     * @param first index of lane 0 of the first register
     */
    public void load(
            SharedAndLocalMemory own,
            AddressSpace space,
            long[] addresses,
            int lanes,
            ValueType type,
            int count,
            long[] registers,
            int first) {
        int bytes = type.bytes();
        if (space == AddressSpace.GLOBAL && bytes == Integer.BYTES) {
            if (count == 1 && isRow(addresses, lanes)) {
                loadRow(addresses[0], registers, first);
                return;
            }
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                PagedMemory memory = globalAt(addresses[lane]);
                for (int k = 0; k < count; k++) {
                    registers[first + k * Lanes.COUNT + lane] = memory.loadInt(addresses[lane] + (long) k * bytes);
                }
            }
            return;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int k = 0; k < count; k++) {
                registers[first + k * Lanes.COUNT + lane] =
                        load(own, lane, space, addresses[lane] + (long) k * bytes, type);
            }
        }
    }

    /**
     * Loads the values at one address into the registers of several lanes.
     *
     * @param own the memories private to these lanes or their block
     * @param address of the first value; the others follow it. Not in local memory, which is per lane
     * @param lanes the lanes that load
     * @param count values per lane, each into a register of its own
     * @param first index of lane 0 of the first register
     */
    public void loadOne(
            SharedAndLocalMemory own,
            AddressSpace space,
            long address,
            int lanes,
            ValueType type,
            int count,
            long[] registers,
            int first) {
        int from = Integer.numberOfTrailingZeros(lanes);
        for (int k = 0; k < count; k++) {
            long value = load(own, from, space, address + (long) k * type.bytes(), type);
            int register = first + k * Lanes.COUNT;
            if (lanes == -1) {
                Arrays.fill(registers, register, register + Lanes.COUNT, value);
            } else {
                for (int m = lanes; m != 0; m &= m - 1) {
                    registers[register + Integer.numberOfTrailingZeros(m)] = value;
                }
            }
        }
    }

    /**
     * Stores values of lanes, in lane order.
     *
     * @param own the memories private to these lanes or their block
     * @param addresses of the first value of each lane; the others follow it
     * @param lanes the lanes that store
     * @param count values per lane, each from a register of its own
     * @param first index of lane 0 of the first register
     * @return whether memory changed
     */
    public boolean store(
            SharedAndLocalMemory own,
            AddressSpace space,
            long[] addresses,
            int lanes,
            ValueType type,
            int count,
            long[] registers,
            int first) {
        int bytes = type.bytes();
        if (space == AddressSpace.GLOBAL && bytes == Integer.BYTES && count == 1 && isRow(addresses, lanes)) {
            return storeRow(addresses[0], registers, first);
        }
        boolean changed = false;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int k = 0; k < count; k++) {
                long address = addresses[lane] + (long) k * bytes;
                long value = registers[first + k * Lanes.COUNT + lane];
                if (space == AddressSpace.GLOBAL && bytes == Integer.BYTES) {
                    changed |= globalAt(address).exchangeInt(address, (int) value) != value;
                } else {
                    changed |= store(own, lane, space, address, type, value);
                }
            }
        }
        return changed;
    }

    /** Loads consecutive words of one page of global memory, one for each lane of a warp. */
    public void loadRow(long address, long[] registers, int first) {
        globalAt(address).loadInts(address, registers, first, Lanes.COUNT);
    }

    /** Stores consecutive words to one page of global memory, one for each lane of a warp. @return whether memory changed */
    public boolean storeRow(long address, long[] registers, int first) {
        return globalAt(address).exchangeInts(address, registers, first, Lanes.COUNT);
    }

    /** Whether all lanes access consecutive words of one page. */
    private static boolean isRow(long[] addresses, int lanes) {
        return lanes == -1
                && LaneAddresses.areRow(addresses, Integer.BYTES)
                && PagedMemory.onePage(addresses[0], addresses[Lanes.COUNT - 1]);
    }

    /** Loads one value in register representation. */
    public long load(SharedAndLocalMemory own, int lane, AddressSpace space, long address, ValueType type) {
        return switch (space) {
            // Rule MEM-9: the block's or thread's own memory, whichever thread made the address.
            case SHARED -> loadShared(own, address - AddressMap.SHARED_BASE, type);
            case LOCAL -> load(own.local(), localOffset(own, lane, address), type);
            default -> load(memory(space, address), address, type);
        };
    }

    /** Loads one value of memory that all threads of the device share. */
    public long loadGlobal(AddressSpace space, long address, ValueType type) {
        return load(memory(space, address), address, type);
    }

    /** Stores one value. @return whether memory changed */
    public boolean store(
            SharedAndLocalMemory own, int lane, AddressSpace space, long address, ValueType type, long value) {
        long old = load(own, lane, space, address, type);
        put(own, lane, space, address, type, value);
        return old != value;
    }

    /** Stores one value. */
    public void put(SharedAndLocalMemory own, int lane, AddressSpace space, long address, ValueType type, long value) {
        switch (space) {
            case SHARED -> storeShared(own, address - AddressMap.SHARED_BASE, type, value);
            case LOCAL -> store(own.local(), localOffset(own, lane, address), type, value);
            default -> store(memory(space, address), address, type, value);
        }
    }

    /** Whether the program updates the word at an address too, which an atomic of the device must not undo. */
    public boolean isSharedWord(AddressSpace space, long address, ValueType type) {
        return (space == AddressSpace.GLOBAL || space == AddressSpace.MAPPED)
                && type.bytes() >= Integer.BYTES
                && memory(space, address).isSharedAt(address);
    }

    /** Stores the value of an atomic on a word of {@link #isSharedWord}. @return false if the word has changed since it was loaded */
    public boolean replaced(AddressSpace space, long address, ValueType type, long old, long value) {
        return memory(space, address).compareAndStore(address, type.bytes(), old, value);
    }

    private static long loadShared(SharedAndLocalMemory own, long offset, ValueType type) {
        byte[] shared = own.sharedAt(offset);
        return shared == null ? 0 : load(shared, inner(offset), type);
    }

    private static void storeShared(SharedAndLocalMemory own, long offset, ValueType type, long value) {
        byte[] shared = own.sharedAt(offset);
        if (shared != null) {
            store(shared, inner(offset), type, value);
        }
    }

    /** Mapped memory behaves like global memory, which is one for all grids (rules MEM-7, MEM-11). */
    private PagedMemory memory(AddressSpace space, long address) {
        return space == AddressSpace.MAPPED ? host : space == AddressSpace.CONSTANT ? constant : globalAt(address);
    }

    private PagedMemory globalAt(long address) {
        return peers.isEmpty() ? global : peers.at(address, global);
    }

    private static int localOffset(SharedAndLocalMemory own, int lane, long address) {
        return lane * own.localBytes() + (int) (address - AddressMap.LOCAL_BASE);
    }

    private static long load(PagedMemory memory, long address, ValueType type) {
        return switch (type) {
            case S8 -> memory.loadByte(address);
            case U8 -> memory.loadByte(address) & 0xFF;
            case S16, F16, BF16 -> memory.loadShort(address);
            case U16 -> memory.loadShort(address) & 0xFFFF;
            case S32, U32, F32, F16X2, BF16X2 -> memory.loadInt(address);
            case S64, U64, F64 -> memory.loadLong(address);
        };
    }

    private static void store(PagedMemory memory, long address, ValueType type, long value) {
        switch (type) {
            case S8, U8 -> memory.storeByte(address, (byte) value);
            case S16, U16, F16, BF16 -> memory.storeShort(address, (short) value);
            case S32, U32, F32, F16X2, BF16X2 -> memory.storeInt(address, (int) value);
            case S64, U64, F64 -> memory.storeLong(address, value);
        }
    }

    /** A value among bytes, in register representation. */
    public static long load(byte[] bytes, int offset, ValueType type) {
        return switch (type) {
            case S8 -> bytes[offset];
            case U8 -> bytes[offset] & 0xFF;
            case S16, F16, BF16 -> LittleEndian.getShort(bytes, offset);
            case U16 -> LittleEndian.getShort(bytes, offset) & 0xFFFF;
            case S32, U32, F32, F16X2, BF16X2 -> LittleEndian.getInt(bytes, offset);
            case S64, U64, F64 -> LittleEndian.getLong(bytes, offset);
        };
    }

    /** Puts a value among bytes. */
    public static void store(byte[] bytes, int offset, ValueType type, long value) {
        switch (type) {
            case S8, U8 -> bytes[offset] = (byte) value;
            case S16, U16, F16, BF16 -> LittleEndian.putShort(bytes, offset, (short) value);
            case S32, U32, F32, F16X2, BF16X2 -> LittleEndian.putInt(bytes, offset, (int) value);
            case S64, U64, F64 -> LittleEndian.putLong(bytes, offset, value);
        }
    }
}
