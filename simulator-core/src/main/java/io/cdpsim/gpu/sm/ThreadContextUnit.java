package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.grid.PlaceRegisters;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.warp.Lanes;

/** Runs instructions that read special registers, clocks and parameters, or query the space of an address. */
public final class ThreadContextUnit {
    private final ClockSpec clock;
    private final SmSpec sm;
    private final WarpDevice device;
    private final long[] scratch = new long[Lanes.COUNT];

    /**
     * @param profile the device's profile
     * @param device the source of a grid's launch attributes
     */
    ThreadContextUnit(GpuProfile profile, WarpDevice device) {
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
            warp.state().fill(in.destination(), lanes, DeviceData.load(bytes, parameter.offsetBytes(), type));
            return -1;
        }
        LaneState state = warp.state();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long at = parameter.offsetBytes() + state.value(in.a(), lane);
            if (at < 0 || at > bytes.length - type.bytes() || at % type.bytes() != 0) {
                return lane;
            }
            scratch[lane] = DeviceData.load(bytes, (int) at, type);
        }
        state.move(in.destination(), lanes, scratch);
        return -1;
    }

    void readSpecial(Warp warp, Instruction in, int lanes, long now) {
        SpecialRegister register = ((Modifiers.Special) in.modifiers()).register();
        LaneState state = warp.state();
        if (register.differsByThread()) {
            LaunchShape shape = warp.block().grid().shape();
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                state.set(in.destination(), lane, PlaceRegisters.ofThread(register, shape, warp.thread(lane), lane));
            }
            return;
        }
        if (register.isClock()) {
            warp.history().readsClock();
            SpinParking.disturbed(warp);
        }
        state.fill(in.destination(), lanes, ofWarp(register, warp, in, lanes, now));
    }

    /** A special register that all lanes of a warp read alike. Registers hold 32 bits sign-extended. */
    private long ofWarp(SpecialRegister register, Warp warp, Instruction in, int lanes, long now) {
        Block block = warp.block();
        LaunchShape shape = block.grid().shape();
        if (register.isPlaceOfBlock()) {
            return PlaceRegisters.ofBlock(register, block.place(), shape);
        }
        return switch (register) {
            case CLOCK, CLOCK_LOW, CLOCK_HIGH, GLOBAL_TIMER, GLOBAL_TIMER_LOW, GLOBAL_TIMER_HIGH ->
                PlaceRegisters.time(register, clock, now);
            case WARP_SLOT -> warp.indexInBlock();
            case SM -> block.sm();
            case ACTIVE_MASK -> lanes;
            case SM_COUNT -> sm.count();
            case WARP_SLOT_COUNT -> sm.maxWarps();
            case CURRENT_GRAPH -> device.calls().currentGraph(block.grid());
            case GRID_WORKSPACE_HIGH -> device.calls().workspace(block.grid(), in) >> 32;
            case GRID_WORKSPACE_LOW -> device.calls().workspace(block.grid(), in) << 32 >> 32;
            case GRID_ID -> block.grid().number();
            case DYNAMIC_SHARED_BYTES -> shape.dynamicSharedBytes();
            case TOTAL_SHARED_BYTES -> {
                int unit = sm.sharedAllocationUnitBytes();
                yield (long) (block.ownSharedBytes() + unit - 1) / unit * unit;
            }
            case ALL_SHARED_BYTES -> block.ownSharedBytes() + sm.sharedReservedBytesPerBlock();
            case RESERVED_SHARED_OFFSET -> block.reservedOffset();
            default -> {
                ClusterShape cluster = block.cluster().shape();
                yield PlaceRegisters.ofCluster(register, block.place(), block.rank(), shape, cluster);
            }
        };
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
        state.setPredicate(in.destination(), lanes, held);
    }
}
