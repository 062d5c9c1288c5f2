package io.cdpsim.gpu.async;

import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.Texture;
import io.cdpsim.gpu.sm.DeviceFault;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SmContext.SmDevice;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.TextureSpec;
import io.cdpsim.warp.Lanes;

/** Runs texture fetches. */
final class TextureUnit {
    private static final int CHANNELS = 4;

    private final SmDevice device;
    private final DeviceData data;
    private final TextureSpec spec;
    private final boolean timed;
    private final long[] texels = new long[Lanes.COUNT];
    private final int[][] results = new int[Lanes.COUNT][];

    TextureUnit(TextureSpec spec, SmDevice device, DeviceData data, boolean timed) {
        this.spec = spec;
        this.device = device;
        this.data = data;
        this.timed = timed;
    }

    /** Runs a fetch. @return when the warp goes on, or -1 if it faulted */
    long fetch(Sm sm, Warp warp, Instruction in, int lanes, long time) {
        Modifiers.TextureFetch fetch = (Modifiers.TextureFetch) in.modifiers();
        LaneState state = warp.state();
        int bytes = 1;
        boolean isFiltered = false;
        boolean isLinear = false;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long handle = state.value(in.a(), lane);
            Texture texture = device.calls().texture(handle);
            if (texture == null) {
                device.fault(
                        DeviceFault.Kind.ILLEGAL_ADDRESS,
                        warp,
                        in,
                        lane,
                        "a fetch through 0x" + Long.toHexString(handle)
                                + ", which is no texture object; create one with cudaCreateTextureObject");
                return -1;
            }
            int next = fetch.isLayered() ? 1 : 0;
            int layer = fetch.isLayered() ? (int) state.value(in.b(), lane) : 0;
            double[] coordinates = new double[fetch.dimensions()];
            for (int d = 0; d < coordinates.length; d++) {
                int bits = (int) state.value(in.b() + next + d, lane);
                coordinates[d] = fetch.isIndex() ? bits : Float.intBitsToFloat(bits);
            }
            texels[lane] = texture.texelAddress(fetch.dimensions(), coordinates, layer, fetch.isIndex());
            results[lane] = fetch.gathered() >= 0
                    ? texture.gather(this::load, coordinates, fetch.gathered())
                    : texture.fetch(this::load, fetch.dimensions(), coordinates, layer, fetch.isIndex());
            bytes = texture.texelBytes();
            isFiltered |= texture.isFiltered();
            isLinear |= texture.isLinear();
        }
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int c = 0; c < CHANNELS; c++) {
                registers[first + c * Lanes.COUNT + lane] = results[lane][c];
            }
        }
        if (timed) {
            long ready = sm.accesses().textureFetch(texels, lanes, bytes, time)
                    + spec.fetchCycles()
                    + (isLinear ? 0 : spec.arrayCycles())
                    + (isFiltered ? spec.filterCycles() : 0);
            warp.resultsReadyAt(in, ready);
        }
        state.stack().advance();
        return warp.scheduler().afterIssue(time);
    }

    /** Texels of an object whose memory is gone read as 0. */
    private long load(long address, int bits) {
        ValueType type = bits == 8 ? ValueType.U8 : bits == 16 ? ValueType.U16 : ValueType.U32;
        return data.global().contains(address, type.bytes())
                ? data.loadGlobal(AddressSpace.GLOBAL, address, type) & (1L << bits) - 1
                : 0;
    }
}
