package io.cdpsim.gpu.async;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers.SurfaceAccess;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.TextureGeometry;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.semantics.AtomicSemantics;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.TextureSpec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Runs loads from surfaces, stores to them and reductions there. */
final class SurfaceUnit {
    private final WarpDevice device;
    private final DeviceData data;
    private final TextureSpec spec;
    private final SpinParking<?> spinParking;
    private final ProgressMonitor watch;
    private final @Nullable VisibilityFeed visibility;
    private final boolean timed;
    private final long[] places = new long[Lanes.COUNT];

    SurfaceUnit(
            TextureSpec spec,
            WarpDevice device,
            DeviceData data,
            SpinParking<?> spinParking,
            ProgressMonitor watch,
            @Nullable VisibilityFeed visibility,
            boolean timed) {
        this.spec = spec;
        this.device = device;
        this.data = data;
        this.spinParking = spinParking;
        this.watch = watch;
        this.visibility = visibility;
        this.timed = timed;
    }

    /** Runs an access of each lane. @return the cycle at which the warp continues, or -1 if it faulted */
    long access(Sm sm, Warp warp, Instruction in, int lanes, long time) {
        SurfaceAccess access = (SurfaceAccess) in.modifiers();
        int inside = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (!locate(warp, in, access, lane)) {
                return -1;
            }
            inside |= places[lane] == Surface.NOWHERE ? 0 : 1 << lane;
        }
        if (in.opcode() == Opcode.SURFACE_LOAD) {
            load(warp, in, access, lanes);
        } else {
            store(warp, in, access, inside, time);
        }
        if (timed) {
            if (in.opcode() == Opcode.SURFACE_LOAD) {
                long loaded = sm.accesses().textureFetch(places, inside, access.bytes(), time);
                warp.resultsReadyAt(in, loaded + spec.fetchCycles() + spec.arrayCycles());
            } else {
                warp.storeDoneAt(sm.accesses().surfaceStore(places, inside, access.bytes(), time));
            }
        }
        warp.state().stack().advance();
        return warp.scheduler().afterIssue(time);
    }

    /** Finds the place of a lane's access. @return false if it faulted */
    private boolean locate(Warp warp, Instruction in, SurfaceAccess access, int lane) {
        LaneState state = warp.state();
        long handle = state.value(in.a(), lane);
        Surface surface = device.calls().surface(handle);
        if (surface == null) {
            device.fault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    warp,
                    in,
                    lane,
                    "an access through 0x" + Long.toHexString(handle)
                            + ", which is no surface object; create one with cudaCreateSurfaceObject");
            return false;
        }
        TextureGeometry geometry = access.geometry();
        int first = in.b() + (geometry.isLayered() ? 1 : 0);
        int x = (int) state.value(first, lane);
        int y = geometry.dimensions() > 1 ? (int) state.value(first + 1, lane) : 0;
        int slice = geometry.isLayered()
                ? (int) state.value(in.b(), lane)
                : geometry.dimensions() > 2 ? (int) state.value(first + 2, lane) : 0;
        String where = "(" + x + (geometry.dimensions() > 1 ? ", " + y : "")
                + (geometry.isLayered() ? "), layer " + slice : geometry.dimensions() > 2 ? ", " + slice + ")" : ")");
        if (x % access.bytes() != 0) {
            device.fault(
                    DeviceFault.Kind.MISALIGNED_ADDRESS,
                    warp,
                    in,
                    lane,
                    "a surface access of " + access.bytes() + " bytes at " + where
                            + "; x counts bytes and must be a multiple of the size of the access");
            return false;
        }
        long place = surface.place(geometry, x, y, slice, access.bytes(), access.boundary());
        places[lane] = place;
        if (place == Surface.TRAPS) {
            device.fault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    warp,
                    in,
                    lane,
                    "a surface access of " + access.bytes() + " bytes at " + where + ", outside of the surface of "
                            + surface.array().rowBytes() + " bytes x "
                            + surface.array().size(1) + " x " + surface.array().slices()
                            + "; x counts bytes; cudaBoundaryModeZero and cudaBoundaryModeClamp allow such accesses");
            return false;
        }
        if (place != Surface.NOWHERE && !data.global().contains(place, access.bytes())) {
            device.fault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    warp,
                    in,
                    lane,
                    "an access through surface object 0x" + Long.toHexString(handle)
                            + ", whose array is freed; destroy the object before its array");
            return false;
        }
        return true;
    }

    private void load(Warp warp, Instruction in, SurfaceAccess access, int lanes) {
        LaneState state = warp.state();
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        ValueType type = access.type();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int k = 0; k < access.count(); k++) {
                long value = 0;
                if (places[lane] != Surface.NOWHERE) {
                    long place = places[lane] + (long) k * type.bytes();
                    if (visibility != null) {
                        visibility.readsTexel(warp.watched(), lane, place, type);
                    }
                    value = read(place, type);
                }
                registers[first + k * Lanes.COUNT + lane] = value;
            }
        }
    }

    private void store(Warp warp, Instruction in, SurfaceAccess access, int lanes, long time) {
        LaneState state = warp.state();
        ValueType type = access.type();
        AtomicOperation operation = access.operation();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int k = 0; k < access.count(); k++) {
                long place = places[lane] + (long) k * type.bytes();
                long value = state.value(access.count() == 1 ? in.c() : in.c() + k, lane);
                long result = operation == null
                        ? value
                        : AtomicSemantics.resultInGlobal(operation, type, read(place, type), value, 0);
                if (visibility != null) {
                    if (operation == null) {
                        visibility.writesTexel(warp.watched(), lane, place, type, value);
                    } else {
                        visibility.updatesTexel(warp.watched(), lane, place, type, result);
                    }
                }
                data.put(warp.memory(), lane, AddressSpace.GLOBAL, place, type, result);
            }
            spinParking.changed(places[lane], access.bytes(), time);
        }
        if (lanes != 0) {
            watch.progressed();
        }
    }

    private long read(long address, ValueType type) {
        return data.loadGlobal(AddressSpace.GLOBAL, address, type);
    }
}
