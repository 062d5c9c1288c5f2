package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.warp.Lanes;

/** Runs instructions that read special registers, clocks and parameters, or query the space of an address. */
public final class ThreadContextUnit {
    private final ClockSpec clock;
    private final SmSpec sm;
    private final SmDevice device;
    private final long[] scratch = new long[Lanes.COUNT];

    /**
     * @param profile the device's profile
     * @param device the source of a grid's launch attributes
     */
    ThreadContextUnit(GpuProfile profile, SmDevice device) {
        this.device = device;
        this.clock = profile.clock();
        this.sm = profile.sm();
    }

    /** Reads a parameter. @return the first lane that reads outside every parameter, or -1 */
    int loadParameter(Warp warp, Instruction in, int lanes) {
        Modifiers.Parameter parameter = (Modifiers.Parameter) in.modifiers();
        byte[] bytes = warp.block().grid().parameters();
        ValueType type = parameter.type();
        if (in.a() == Instruction.NO_OPERAND) {
            fill(warp, in, lanes, valueAt(bytes, parameter.offsetBytes(), type));
            return -1;
        }
        LaneState state = warp.state();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long at = parameter.offsetBytes() + state.value(in.a(), lane);
            if (at < 0 || at > bytes.length - type.bytes() || at % type.bytes() != 0) {
                return lane;
            }
            scratch[lane] = valueAt(bytes, (int) at, type);
        }
        move(state, in, lanes, scratch);
        return -1;
    }

    private static long valueAt(byte[] bytes, int at, ValueType type) {
        return switch (type) {
            case S8 -> bytes[at];
            case U8 -> bytes[at] & 0xFF;
            case S16, F16, BF16 -> LittleEndian.getShort(bytes, at);
            case U16 -> LittleEndian.getShort(bytes, at) & 0xFFFF;
            case S32, U32, F32, F16X2, BF16X2 -> LittleEndian.getInt(bytes, at);
            case S64, U64, F64 -> LittleEndian.getLong(bytes, at);
        };
    }

    /** Writes the saved values to their lanes, after all lanes have been read. */
    public static void move(LaneState state, Instruction in, int lanes, long[] values) {
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            registers[first + lane] = values[lane];
        }
    }

    void readSpecial(Warp warp, Instruction in, int lanes, long now) {
        SpecialRegister register = ((Modifiers.Special) in.modifiers()).register();
        Block block = warp.block();
        LaunchShape shape = block.grid().shape();
        switch (register) {
            case THREAD_X,
                    THREAD_Y,
                    THREAD_Z,
                    LANE,
                    LANE_MASK_EQUAL,
                    LANE_MASK_LESS,
                    LANE_MASK_LESS_OR_EQUAL,
                    LANE_MASK_GREATER,
                    LANE_MASK_GREATER_OR_EQUAL -> perLane(warp, in, lanes, register, shape);
            case BLOCK_DIM_X -> fill(warp, in, lanes, shape.blockX());
            case BLOCK_DIM_Y -> fill(warp, in, lanes, shape.blockY());
            case BLOCK_DIM_Z -> fill(warp, in, lanes, shape.blockZ());
            case BLOCK_X -> fill(warp, in, lanes, block.blockX());
            case BLOCK_Y -> fill(warp, in, lanes, block.blockY());
            case BLOCK_Z -> fill(warp, in, lanes, block.blockZ());
            case GRID_DIM_X -> fill(warp, in, lanes, shape.gridX());
            case GRID_DIM_Y -> fill(warp, in, lanes, shape.gridY());
            case GRID_DIM_Z -> fill(warp, in, lanes, shape.gridZ());
            case CLUSTER_X,
                    CLUSTER_Y,
                    CLUSTER_Z,
                    CLUSTER_COUNT_X,
                    CLUSTER_COUNT_Y,
                    CLUSTER_COUNT_Z,
                    CLUSTER_BLOCK_X,
                    CLUSTER_BLOCK_Y,
                    CLUSTER_BLOCK_Z,
                    CLUSTER_DIM_X,
                    CLUSTER_DIM_Y,
                    CLUSTER_DIM_Z,
                    CLUSTER_RANK,
                    CLUSTER_BLOCKS,
                    CLUSTER_IS_EXPLICIT -> fill(warp, in, lanes, ofCluster(register, block, shape));
            case WARP_SLOT -> fill(warp, in, lanes, warp.indexInBlock());
            case SM -> fill(warp, in, lanes, block.sm());
            case ACTIVE_MASK -> fill(warp, in, lanes, lanes);
            case SM_COUNT -> fill(warp, in, lanes, sm.count());
            case WARP_SLOT_COUNT -> fill(warp, in, lanes, sm.maxWarps());
            case CURRENT_GRAPH -> fill(warp, in, lanes, device.calls().currentGraph(block.grid()));
            case GRID_WORKSPACE_HIGH -> fill(warp, in, lanes, device.calls().workspace(block.grid(), in) >> 32);
            // Registers hold 32 bits sign-extended.
            case GRID_WORKSPACE_LOW -> fill(warp, in, lanes, device.calls().workspace(block.grid(), in) << 32 >> 32);
            case GRID_ID -> fill(warp, in, lanes, block.grid().number());
            case DYNAMIC_SHARED_BYTES -> fill(warp, in, lanes, shape.dynamicSharedBytes());
            case TOTAL_SHARED_BYTES ->
                fill(
                        warp,
                        in,
                        lanes,
                        (long) (block.ownSharedBytes() + sm.sharedAllocationUnitBytes() - 1)
                                / sm.sharedAllocationUnitBytes()
                                * sm.sharedAllocationUnitBytes());
            case ALL_SHARED_BYTES -> fill(warp, in, lanes, block.ownSharedBytes() + sm.sharedReservedBytesPerBlock());
            case RESERVED_SHARED_OFFSET -> fill(warp, in, lanes, block.reservedOffset());
            case CLOCK, CLOCK_LOW, CLOCK_HIGH, GLOBAL_TIMER, GLOBAL_TIMER_LOW, GLOBAL_TIMER_HIGH -> {
                warp.history().readsClock();
                SpinParking.disturbed(warp);
                fill(warp, in, lanes, time(register, now));
            }
        }
    }

    private static long ofCluster(SpecialRegister register, Block block, LaunchShape shape) {
        ClusterShape cluster = block.cluster().shape();
        return switch (register) {
            case CLUSTER_X -> block.blockX() / cluster.x();
            case CLUSTER_Y -> block.blockY() / cluster.y();
            case CLUSTER_Z -> block.blockZ() / cluster.z();
            case CLUSTER_COUNT_X -> shape.gridX() / cluster.x();
            case CLUSTER_COUNT_Y -> shape.gridY() / cluster.y();
            case CLUSTER_COUNT_Z -> shape.gridZ() / cluster.z();
            case CLUSTER_BLOCK_X -> block.blockX() % cluster.x();
            case CLUSTER_BLOCK_Y -> block.blockY() % cluster.y();
            case CLUSTER_BLOCK_Z -> block.blockZ() % cluster.z();
            case CLUSTER_DIM_X -> cluster.x();
            case CLUSTER_DIM_Y -> cluster.y();
            case CLUSTER_DIM_Z -> cluster.z();
            case CLUSTER_RANK -> block.rank();
            case CLUSTER_BLOCKS -> cluster.blocks();
            case CLUSTER_IS_EXPLICIT -> shape.cluster().isExplicit() ? 1 : 0;
            default -> throw new IllegalStateException(register + " is not of a cluster");
        };
    }

    private long time(SpecialRegister register, long now) {
        return switch (register) {
            case CLOCK -> now;
            case CLOCK_LOW -> (int) now;
            case CLOCK_HIGH -> (int) (now >>> Integer.SIZE);
            case GLOBAL_TIMER -> (long) clock.nanosFromCycles(now);
            case GLOBAL_TIMER_LOW -> (int) (long) clock.nanosFromCycles(now);
            case GLOBAL_TIMER_HIGH -> (int) ((long) clock.nanosFromCycles(now) >>> Integer.SIZE);
            default -> throw new IllegalStateException(register + " is no clock");
        };
    }

    private static void perLane(Warp warp, Instruction in, int lanes, SpecialRegister register, LaunchShape shape) {
        LaneState state = warp.state();
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long thread = warp.thread(lane);
            registers[first + lane] = switch (register) {
                case THREAD_X -> thread % shape.blockX();
                case THREAD_Y -> thread / shape.blockX() % shape.blockY();
                case THREAD_Z -> thread / (shape.blockX() * shape.blockY());
                case LANE_MASK_EQUAL -> 1 << lane;
                case LANE_MASK_LESS -> (1 << lane) - 1;
                case LANE_MASK_LESS_OR_EQUAL -> (2 << lane) - 1;
                case LANE_MASK_GREATER -> -(2 << lane);
                case LANE_MASK_GREATER_OR_EQUAL -> -(1 << lane);
                default -> lane;
            };
        }
    }

    /** Gives lanes a value. */
    public static void fill(Warp warp, Instruction in, int lanes, long value) {
        LaneState state = warp.state();
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            registers[first + Integer.numberOfTrailingZeros(m)] = value;
        }
    }

    /** Whether the address of each lane is in a space. */
    static void isSpace(Warp warp, Instruction in, int lanes) {
        Modifiers.Space test = (Modifiers.Space) in.modifiers();
        AddressSpace asked = test.space();
        LaneState state = warp.state();
        int held = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long address = state.value(in.a(), lane);
            AddressSpace space = AddressMap.spaceOf(address);
            // Pinned memory of the host is in PTX's global space.
            AddressSpace named = space == AddressSpace.MAPPED ? AddressSpace.GLOBAL : space;
            boolean isIn = named == asked
                    && (!test.isOwn() || (address ^ AddressMap.SHARED_BASE) >>> SharedAndLocalMemory.WINDOW_SHIFT == 0);
            held |= isIn ? 1 << lane : 0;
        }
        setPredicate(state, in.destination(), lanes, held);
    }

    /** Sets a predicate in some lanes. */
    public static void setPredicate(LaneState state, int predicate, int lanes, int held) {
        int at = state.stack().predicateWindow() + predicate;
        state.predicates()[at] = (state.predicates()[at] & ~lanes) | (held & lanes);
    }
}
