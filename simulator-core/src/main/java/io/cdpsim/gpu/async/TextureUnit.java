package io.cdpsim.gpu.async;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.grid.TextureCache;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.gpu.texture.Texture.LevelPair;
import io.cdpsim.gpu.texture.TextureFetch;
import io.cdpsim.gpu.texture.TextureQueries;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.TextureAttribute;
import io.cdpsim.kernel.code.TextureGeometry;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.TextureSpec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Runs texture fetches. */
final class TextureUnit {
    private static final int CHANNELS = 4;

    private final WarpDevice device;
    private final DeviceData data;
    private final TextureSpec spec;
    private final @Nullable VisibilityFeed visibility;
    private final boolean timed;
    private final long[] texels = new long[Lanes.COUNT];
    private final long[] texelsOfSecondLevel = new long[Lanes.COUNT];
    private final int[][] results = new int[Lanes.COUNT][];

    TextureUnit(
            TextureSpec spec, WarpDevice device, DeviceData data, @Nullable VisibilityFeed visibility, boolean timed) {
        this.spec = spec;
        this.device = device;
        this.data = data;
        this.visibility = visibility;
        this.timed = timed;
    }

    /** Runs a fetch. @return when the warp goes on, or -1 if it faulted */
    long fetch(Sm sm, Warp warp, Instruction in, int lanes, long time) {
        Modifiers.TextureFetch modifiers = (Modifiers.TextureFetch) in.modifiers();
        LaneState state = warp.state();
        int bytes = 1;
        int twoLevels = 0;
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
            TextureFetch fetch = fetch(state, in, modifiers, lane);
            LevelPair levels = levels(state, in, modifiers, texture, fetch, lane);
            texels[lane] = texture.texelAddress(fetch, levels.first());
            if (levels.isTwo()) {
                twoLevels |= 1 << lane;
                texelsOfSecondLevel[lane] = texture.texelAddress(fetch, levels.second());
            }
            ValueType channel = channel(texture.format());
            Texture.Memory memory = (address, bits) -> load(warp, lane, address, channel);
            results[lane] = modifiers.gathered() >= 0
                    ? texture.gather(memory, fetch, modifiers.gathered())
                    : texture.fetch(memory, fetch, levels);
            bytes = texture.format().bytes();
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
            long ready = sm.accesses().textureFetch(texels, lanes, bytes, time);
            if (twoLevels != 0) {
                ready = Math.max(ready, sm.accesses().textureFetch(texelsOfSecondLevel, twoLevels, bytes, time))
                        + spec.filterCycles();
            }
            warp.resultsReadyAt(
                    in,
                    ready
                            + spec.fetchCycles()
                            + (isLinear ? 0 : spec.arrayCycles())
                            + (isFiltered ? spec.filterCycles() : 0));
        }
        state.stack().advance();
        return warp.scheduler().afterIssue(time);
    }

    /** Answers a question about an object. @return when the warp goes on, or -1 if it faulted */
    long query(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.TextureQuery query = (Modifiers.TextureQuery) in.modifiers();
        LaneState state = warp.state();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long handle = state.value(in.a(), lane);
            Texture texture = query.ofSurface() ? null : device.calls().texture(handle);
            Surface surface = query.ofSurface() ? device.calls().surface(handle) : null;
            int level = in.b() == Instruction.NO_OPERAND ? 0 : (int) state.value(in.b(), lane);
            int answer = texture != null
                    ? TextureQueries.of(texture, query.attribute(), level)
                    : surface != null ? TextureQueries.of(surface, query.attribute()) : 0;
            if (texture == null && surface == null && query.attribute() != TextureAttribute.EXISTENCE) {
                device.fault(
                        DeviceFault.Kind.ILLEGAL_ADDRESS,
                        warp,
                        in,
                        lane,
                        "a query of 0x" + Long.toHexString(handle) + ", which is no "
                                + (query.ofSurface() ? "surface object" : "texture object"));
                return -1;
            }
            state.registers()[state.offset(in.destination()) + lane] = answer;
        }
        if (timed) {
            warp.resultsReadyAt(in, time + spec.fetchCycles());
        }
        state.stack().advance();
        return warp.scheduler().afterIssue(time);
    }

    private static TextureFetch fetch(LaneState state, Instruction in, Modifiers.TextureFetch modifiers, int lane) {
        TextureGeometry geometry = modifiers.geometry();
        int layer = geometry.isLayered() ? (int) state.value(in.b(), lane) : 0;
        int first = in.b() + (geometry.isLayered() ? 1 : 0);
        double[] coordinates = new double[geometry.dimensions()];
        for (int d = 0; d < coordinates.length; d++) {
            int bits = (int) state.value(first + d, lane);
            coordinates[d] = modifiers.isIndex() ? bits : Float.intBitsToFloat(bits);
        }
        if (!modifiers.hasOffsets()) {
            return new TextureFetch(geometry, coordinates, layer, modifiers.isIndex());
        }
        int[] offsets = new int[geometry.dimensions()];
        for (int d = 0; d < offsets.length; d++) {
            offsets[d] = (int) state.value(in.b() + modifiers.offsetsAt() + d, lane);
        }
        return new TextureFetch(geometry, coordinates, layer, modifiers.isIndex(), offsets);
    }

    private static LevelPair levels(
            LaneState state,
            Instruction in,
            Modifiers.TextureFetch modifiers,
            Texture texture,
            TextureFetch fetch,
            int lane) {
        int first = in.b() + modifiers.levelAt();
        int count = modifiers.geometry().dimensions();
        return switch (modifiers.level()) {
            case BASE -> Texture.baseLevel();
            case GIVEN -> {
                int level = (int) state.value(first, lane);
                yield texture.levels(modifiers.isIndex() ? level : Float.intBitsToFloat(level));
            }
            case GRADIENTS ->
                texture.levels(fetch, floats(state, first, count, lane), floats(state, first + count, count, lane));
        };
    }

    private static double[] floats(LaneState state, int first, int count, int lane) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat((int) state.value(first + i, lane));
        }
        return values;
    }

    private static ValueType channel(TexelFormat format) {
        return switch (format.channelBits()) {
            case Byte.SIZE -> ValueType.U8;
            case Short.SIZE -> ValueType.U16;
            default -> format.kind() == TexelFormat.Kind.FLOAT ? ValueType.F32 : ValueType.U32;
        };
    }

    /**
     * Reads a channel. What the grid has fetched stays as it was, whatever is written later (rule MEM-10). Texels of an object whose memory is
     * gone read as 0.
     */
    private long load(Warp warp, int lane, long address, ValueType type) {
        if (!data.global().contains(address, type.bytes())) {
            return 0;
        }
        if (visibility != null) {
            visibility.readsTexel(warp.watched(), lane, address, type);
        }
        TextureCache cache = warp.block().grid().textures();
        int place = cache.place(address);
        if (!cache.holds(place, type.bytes())) {
            cache.keep(place, type.bytes(), data.loadGlobal(AddressSpace.GLOBAL, address, type));
        }
        return DeviceData.load(cache.bytes(), place, type) & ((1L << (type.bytes() * Byte.SIZE)) - 1);
    }
}
