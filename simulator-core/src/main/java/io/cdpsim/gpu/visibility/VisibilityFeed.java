package io.cdpsim.gpu.visibility;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.NeighbourAccesses;
import io.cdpsim.memory.visibility.causality.PhaseCausality;
import io.cdpsim.memory.visibility.history.LaneWrites;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reports the accesses of one device's threads to the visibility checker, in its terms. Exists only if accesses are checked. */
public final class VisibilityFeed {
    private final VisibilityChecker checker;
    private final int device;
    private final boolean showsOldValues;
    private final IdentityHashMap<Kernel, NumberedCode> codes = new IdentityHashMap<>();
    private @Nullable Kernel lastKernel;
    private @Nullable NumberedCode lastCode;
    private @Nullable GridCausality[] grids = new GridCausality[256];

    /**
     * A feed for one device.
     *
     * @param device its ordinal
     * @param showsOldValues whether weak loads return the oldest value that they may read
     */
    public VisibilityFeed(VisibilityChecker checker, int device, boolean showsOldValues) {
        this.checker = checker;
        this.device = device;
        this.showsOldValues = showsOldValues;
    }

    /** The checker. */
    public VisibilityChecker checker() {
        return checker;
    }

    /** Ordinal of the device. */
    public int device() {
        return device;
    }

    /** The code of a kernel. */
    public NumberedCode code(Kernel kernel) {
        return codes.computeIfAbsent(kernel, k -> checker.code(k.name(), k.code().length, i -> place(k.code()[i], i)));
    }

    private static String place(Instruction in, int index) {
        String type = "";
        if (in.modifiers() instanceof Modifiers.Access access) {
            type = "." + access.type();
        } else if (in.modifiers() instanceof Modifiers.Atomic atomic) {
            type = "." + atomic.operation() + "." + atomic.type();
        }
        String what = "instruction " + index + " (" + (in.opcode() + type).toLowerCase(Locale.ROOT) + ")";
        return in.place().isEmpty() ? what : in.place() + ", " + what;
    }

    /** Assigns an entry of the runtime to a grid. */
    public void bind(int node, GridCausality grid) {
        if (node >= grids.length) {
            grids = Arrays.copyOf(grids, 2 * node);
        }
        grids[node] = grid;
    }

    /** The grid of an entry, if it is checked. */
    public @Nullable GridCausality grid(int node) {
        return node < grids.length ? grids[node] : null;
    }

    /** An entry is complete and may be reused for another grid. */
    public void completed(int node) {
        GridCausality grid = grid(node);
        if (grid != null) {
            checker.completed(grid);
            grids[node] = null;
        }
    }

    /**
     * The record of a block.
     *
     * @throws IllegalStateException if the checker does not know it
     */
    public static BlockCausality known(@Nullable BlockCausality block) {
        if (block == null) {
            throw new IllegalStateException("the checker did not see the start of a running block");
        }
        return block;
    }

    /**
     * A block is placed on an SM.
     *
     * @param node the entry of its grid
     * @param index its index in the grid
     * @return the block's record in the checker
     */
    public BlockCausality blockStarts(int node, long index, int warps) {
        GridCausality grid = grid(node);
        if (grid == null) {
            throw new IllegalStateException("the checker did not see the launch of a running grid");
        }
        return checker.startBlock(grid, index, warps);
    }

    /** All threads of a block have exited. */
    public void blockEnds(@Nullable BlockCausality block) {
        checker.endBlock(known(block));
    }

    /** A warp arrives at a barrier. */
    public void arrives(CheckedWarp warp, Modifiers.Barrier barrier) {
        if (barrier.threads() != 0 || barrier.arriveOnly()) {
            checker.arrive(warp.block(), barrier.number(), warp.index());
        }
    }

    /**
     * A barrier opens.
     *
     * @param waitingWarps the warps that waited at it, one bit each
     */
    public void opens(@Nullable BlockCausality block, int barrier, long waitingWarps) {
        checker.open(known(block), barrier, waitingWarps);
    }

    /** A fence, or a synchronization of the lanes of a warp. */
    public void orders(CheckedWarp warp, Instruction in, int lanes) {
        if (in.opcode() == Opcode.FENCE) {
            Modifiers.Fence fence = (Modifiers.Fence) in.modifiers();
            checker.fence(warp.block(), warp.thread(0), lanes, fence.scope(), fence.sequential());
        } else if (in.opcode() == Opcode.WARP_SYNC) {
            checker.syncWarp(warp.block(), warp.index(), lanes);
        }
    }

    /** A bulk copy of a lane reads bytes. */
    public void readsBytes(CheckedWarp warp, int lane, long address, int bytes) {
        int how = how(warp, MemoryOrder.WEAK, Scope.BLOCK, false, ValueType.U8);
        for (int i = 0; i < bytes; i += Long.BYTES) {
            checker.read(warp.block(), warp.thread(lane), address + i, Long.BYTES, how, MemoryOrder.WEAK);
        }
    }

    /** A bulk copy of a lane writes bytes, which the checker does not know yet. */
    public void writesBytes(CheckedWarp warp, int lane, long address, int bytes) {
        int how = how(warp, MemoryOrder.WEAK, Scope.BLOCK, false, ValueType.U8);
        for (int i = 0; i < bytes; i += Long.BYTES) {
            checker.write(warp.block(), warp.thread(lane), address + i, Long.BYTES, how, MemoryOrder.WEAK, 0);
        }
    }

    /** A lane reads part of a texel, by a texture fetch or a load from a surface: neither is coherent with stores of its grid (rule MEM-10). */
    public void readsTexel(CheckedWarp warp, int lane, long address, ValueType type) {
        int how = how(warp, MemoryOrder.WEAK, Scope.BLOCK, false, type);
        int texture = Access.texture(Access.site(how), Access.isFloat(how));
        checker.read(warp.block(), warp.thread(lane), address, type.bytes(), texture, MemoryOrder.WEAK);
    }

    /** A lane is about to store part of a texel. */
    public void writesTexel(CheckedWarp warp, int lane, long address, ValueType type, long value) {
        int how = how(warp, MemoryOrder.WEAK, Scope.BLOCK, false, type);
        checker.write(warp.block(), warp.thread(lane), address, type.bytes(), how, MemoryOrder.WEAK, value);
    }

    /** A lane is about to combine a value with one of a surface. */
    public void updatesTexel(CheckedWarp warp, int lane, long address, ValueType type, long value) {
        int how = how(warp, MemoryOrder.RELAXED, Scope.DEVICE, true, type);
        checker.update(
                warp.block(),
                warp.thread(lane),
                address,
                type.bytes(),
                how,
                MemoryOrder.RELAXED,
                /* returnsOld= */ false,
                /* writes= */ true,
                value);
    }

    /** Lanes access the shared memory of another block of the cluster (rule C-5). */
    public void reachesNeighbour(CheckedWarp warp, int lane, NeighbourAccesses accesses) {
        LaneState state = warp.state();
        Kernel kernel = state.kernel();
        int at = state.stack().programCounter();
        accesses.add(warp.block(), warp.thread(lane), "kernel " + kernel.name() + ", " + place(kernel.code()[at], at));
    }

    /** All threads of a block of a cluster have exited: nobody may access its shared memory any more (rule C-5). */
    public void leavesCluster(@Nullable BlockCausality block, NeighbourAccesses accesses) {
        String place = checker.unordered(known(block), accesses);
        if (place != null) {
            checker.misuse(
                    "C-5",
                    place
                            + " accesses the shared memory of another block of the cluster, and nothing orders that"
                            + " before the end of that block; put a barrier of the cluster (cluster.sync()) behind the"
                            + " last access");
        }
    }

    /** Lanes have waited for the grid ahead of theirs in the stream. */
    public void awaitsPredecessor(CheckedWarp warp, int lanes) {
        for (int m = lanes; m != 0; m &= m - 1) {
            checker.awaitsPredecessor(warp.block(), warp.thread(Integer.numberOfTrailingZeros(m)));
        }
    }

    /** Lanes arrive at a barrier of phases, and release what they have done. */
    public static void arrives(CheckedWarp warp, int lanes, PhaseCausality phases) {
        for (int m = lanes; m != 0; m &= m - 1) {
            phases.arrive(warp.block(), warp.thread(Integer.numberOfTrailingZeros(m)));
        }
        warp.block().tick();
    }

    /** Waits of lanes for the last phase of a barrier have succeeded. */
    public static void awaits(CheckedWarp warp, int lanes, PhaseCausality phases) {
        for (int m = lanes; m != 0; m &= m - 1) {
            phases.await(warp.block(), warp.thread(Integer.numberOfTrailingZeros(m)));
        }
    }

    /** Whether the checker needs accesses to a space: other threads may see them. */
    public static boolean watches(AddressSpace space) {
        return space == AddressSpace.GLOBAL || space == AddressSpace.MAPPED || space == AddressSpace.SHARED;
    }

    private int how(CheckedWarp warp, MemoryOrder order, Scope scope, boolean atomic, ValueType type) {
        LaneState state = warp.state();
        if (state.kernel() != lastKernel || lastCode == null) {
            lastKernel = state.kernel();
            lastCode = code(lastKernel);
        }
        int site = lastCode.site(state.stack().programCounter());
        return order == MemoryOrder.WEAK && !atomic
                ? Access.weak(site, type == ValueType.F32)
                : Access.strong(site, scope, atomic, type == ValueType.F32);
    }

    /** Lanes load. @return whether some of them could have read another value, which the checker then returns */
    public boolean loads(CheckedWarp warp, Modifiers.Access access, long[] addresses, int lanes) {
        BlockCausality block = warp.block();
        int how = how(warp, access.order(), access.scope(), false, access.type());
        if (access.cache().isOfTextures()) {
            how = access.cache() == Modifiers.CachePolicy.READ_ONLY
                    ? Access.readOnly(Access.site(how), Access.isFloat(how))
                    : Access.texture(Access.site(how), Access.isFloat(how));
        }
        boolean races = false;
        if (areRows(access, access.bytes(), addresses, lanes)) {
            races = checker.readRows(block, warp.thread(0), addresses[0], access.bytes(), how);
            return races && showsOldValues && AddressMap.spaceOf(addresses[0]) != AddressSpace.SHARED;
        }
        if (AddressMap.spaceOf(addresses[Integer.numberOfTrailingZeros(lanes)]) == AddressSpace.SHARED) {
            loadsShared(block, warp, access, how, addresses, lanes);
            return false;
        }
        if (isRow(access, addresses, lanes) && checker.isPlainRow(addresses[0], Lanes.COUNT)) {
            return checker.readRow(block, warp.thread(0), addresses[0], Lanes.COUNT, how) && showsOldValues;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            checker.usesValue(block, warp.thread(lane), addresses[lane], access.bytes(), how);
            races |= checker.read(block, warp.thread(lane), addresses[lane], access.bytes(), how, access.order());
        }
        return races && showsOldValues && access.order() == MemoryOrder.WEAK;
    }

    /** Whether all lanes load consecutive words by a weak instruction. */
    private static boolean isRow(Modifiers.Access access, long[] addresses, int lanes) {
        return lanes == Lanes.ALL
                && access.bytes() == Integer.BYTES
                && access.order() == MemoryOrder.WEAK
                && !access.cache().isOfTextures()
                && areConsecutive(addresses, Integer.BYTES);
    }

    /** Whether all lanes access consecutive places, the first of which starts a row, by a weak instruction. */
    private static boolean areRows(Modifiers.Access access, int bytes, long[] addresses, int lanes) {
        return lanes == Lanes.ALL
                && access.order() == MemoryOrder.WEAK
                && !access.cache().isOfTextures()
                && VisibilityChecker.areRows(addresses[0], bytes)
                && areConsecutive(addresses, bytes);
    }

    private static boolean areConsecutive(long[] addresses, int bytes) {
        long differences = 0;
        for (int lane = 1; lane < Lanes.COUNT; lane++) {
            differences |= addresses[lane] ^ (addresses[0] + (long) lane * bytes);
        }
        return differences == 0;
    }

    /** Lanes load from shared memory. Of consecutive lanes that load one word, the first represents the others. */
    private void loadsShared(
            BlockCausality block, CheckedWarp warp, Modifiers.Access access, int how, long[] addresses, int lanes) {
        long last = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (addresses[lane] != last) {
                last = addresses[lane];
                checker.read(block, warp.thread(lane), last, access.bytes(), how, access.order());
            }
        }
    }

    /** Replaces the values that lanes loaded by the oldest ones that they may read. */
    public void showOldValues(CheckedWarp warp, Instruction in, Modifiers.Access access, long[] addresses, int lanes) {
        int bytes = access.type().bytes();
        if (bytes < Integer.BYTES) {
            return;
        }
        BlockCausality block = warp.block();
        long[] registers = warp.state().registers();
        int first = warp.state().offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int thread = warp.thread(lane);
            for (int k = 0; k < access.count(); k++) {
                int at = first + k * Lanes.COUNT + lane;
                long address = addresses[lane] + (long) k * bytes;
                long low = checker.oldestAllowed(block, thread, address, (int) registers[at]);
                if (bytes == Integer.BYTES) {
                    registers[at] = low;
                } else {
                    long high = checker.oldestAllowed(block, thread, address + 4, (int) (registers[at] >>> 32));
                    registers[at] = (high << 32) | (low & 0xFFFFFFFFL);
                }
            }
        }
    }

    /** Lanes are about to store. */
    public void stores(CheckedWarp warp, Instruction in, Modifiers.Access access, long[] addresses, int lanes) {
        BlockCausality block = warp.block();
        int how = how(warp, access.order(), access.scope(), false, access.type());
        long[] values = warp.state().source(in.b());
        int first = warp.state().offset(in.b());
        int bytes = access.type().bytes();
        if (bytes >= Integer.BYTES && areRows(access, access.bytes(), addresses, lanes)) {
            checker.repeats(false);
            checker.writeRows(
                    block, warp.thread(0), addresses[0], access.bytes(), how, new LaneWrites(bytes, values, first));
            return;
        }
        int last = -1;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            boolean repeats = last >= 0
                    && access.count() == 1
                    && addresses[lane] == addresses[last]
                    && values[first + lane] == values[first + last];
            last = lane;
            checker.repeats(repeats);
            for (int k = 0; k < access.count(); k++) {
                checker.write(
                        block,
                        warp.thread(lane),
                        addresses[lane] + (long) k * bytes,
                        bytes,
                        how,
                        access.order(),
                        values[first + k * Lanes.COUNT + lane]);
            }
        }
        checker.repeats(false);
    }

    /** A lane is about to free an allocation of the device heap. */
    public void frees(CheckedWarp warp, Instruction in, int lane, long address, long bytes) {
        Kernel kernel = warp.state().kernel();
        int index = List.of(kernel.code()).indexOf(in);
        checker.free(
                warp.block(), warp.thread(lane), address, bytes, code(kernel).site(index));
    }

    /** A lane is about to run an atomic. */
    public void updates(
            CheckedWarp warp,
            Instruction in,
            Modifiers.Atomic atomic,
            int lane,
            long address,
            boolean writes,
            long value) {
        int how = how(warp, atomic.order(), atomic.scope(), true, atomic.type());
        if (atomic.operation() != AtomicOperation.EXCHANGE && AddressMap.spaceOf(address) == AddressSpace.GLOBAL) {
            checker.usesValue(
                    warp.block(), warp.thread(lane), address, atomic.type().bytes(), how);
        }
        checker.update(
                warp.block(),
                warp.thread(lane),
                address,
                atomic.type().bytes(),
                how,
                atomic.order(),
                in.destination() >= 0,
                writes,
                value);
    }
}
