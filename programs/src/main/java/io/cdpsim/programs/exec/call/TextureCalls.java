package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.memory.Texture;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.call.TextureObjects;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays, and texture objects of arrays, linear memory and pitched memory. */
final class TextureCalls {
    /** Rows of an array start at multiples of this. */
    private static final long PITCH_BYTES = 64;

    private static final int MOST_CHANNELS = 4;

    /** By the numbers of {@code cudaChannelFormatKind}. */
    private static final List<Texture.Kind> KINDS =
            List.of(Texture.Kind.SIGNED, Texture.Kind.UNSIGNED, Texture.Kind.FLOAT);

    /** By the numbers of {@code cudaTextureAddressMode}. */
    private static final List<Texture.Addressing> MODES = List.of(
            Texture.Addressing.WRAP, Texture.Addressing.CLAMP, Texture.Addressing.MIRROR, Texture.Addressing.BORDER);

    // cudaResourceType
    private static final int ARRAY = 0;
    private static final int LINEAR = 2;
    private static final int PITCHED = 3;

    // Offsets in cudaResourceDesc and cudaTextureDesc
    private static final int RESOURCE = 8;
    private static final int FORMAT = 16;
    private static final int LINEAR_BYTES = 40;
    private static final int PITCHED_WIDTH = 40;
    private static final int PITCHED_HEIGHT = 48;
    private static final int PITCHED_PITCH = 56;
    private static final int FILTER = 12;
    private static final int READ_MODE = 16;
    private static final int NORMALIZED = 40;

    private record Format(int channels, int bits, Texture.Kind kind) {
        int bytes() {
            return channels * bits / Byte.SIZE;
        }
    }

    /** The memory that a texture fetches from: an array, linear or pitched memory. A height, a depth and a pitch that it does not have are 0. */
    private record Texels(long address, Format format, long width, long height, long depth, long pitch) {}

    private final SimulatedProgram program;
    private final Map<Long, Texels> arrays = new HashMap<>();

    TextureCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("cudaMallocArray", (in, thread) -> mallocArray(in.bytes(), in.quad(), in.quad(), 0));
        calls.add("cudaMalloc3DArray", (in, thread) -> mallocArray(in.bytes(), in.quad(), in.quad(), in.quad()));
        calls.add("cudaFreeArray", this::freeArray);
        calls.add("@array", this::array);
        calls.add("cudaCreateTextureObject", this::create);
        calls.add(
                "cudaDestroyTextureObject",
                (in, thread) ->
                        CallReply.of(textures().destroy(in.quad()) ? CudaError.SUCCESS : CudaError.INVALID_VALUE));
    }

    private Host host() {
        return program.host();
    }

    private TextureObjects textures() {
        return host().device().runtime().textures();
    }

    /** A {@code cudaChannelFormatDesc}; null if it is none of 1, 2 or 4 channels of 8, 16 or 32 bits. */
    private static @Nullable Format format(ByteBuffer in, int at) {
        int bits = in.getInt(at);
        int channels = 0;
        while (channels < MOST_CHANNELS && in.getInt(at + channels * Integer.BYTES) == bits) {
            channels++;
        }
        int kind = in.getInt(at + MOST_CHANNELS * Integer.BYTES);
        boolean isKnown = (bits == 8 || bits == 16 || bits == 32) && channels != 3 && kind >= 0 && kind < KINDS.size();
        return isKnown ? new Format(channels, bits, KINDS.get(kind)) : null;
    }

    private static ByteBuffer struct(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private CallReply mallocArray(byte[] description, long width, long height, long depth) {
        Format format = format(struct(description), 0);
        if (format == null || width < 1 || height < 0 || depth < 0) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        long pitch = (width * format.bytes() + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
        long bytes = pitch * Math.max(1, height) * Math.max(1, depth);
        if (bytes > host().freeMemory()) {
            return CallReply.of(CudaError.MEMORY_ALLOCATION);
        }
        long address = host().malloc(bytes);
        arrays.put(address, new Texels(address, format, width, height, depth, pitch));
        return CallReply.of(new CallResults().quad(address));
    }

    private CallReply freeArray(CallArguments in, ProgramThread thread) {
        Texels array = arrays.remove(in.quad());
        return CallReply.of(array == null ? CudaError.INVALID_VALUE : host().free(array.address()));
    }

    /** The layout of an array, for the library's copies: its pitch, the bytes of a row, its rows, its slices and the bytes of a texel. */
    private CallReply array(CallArguments in, ProgramThread thread) {
        Texels array = arrays.get(in.quad());
        return array == null
                ? CallReply.of(CudaError.INVALID_VALUE)
                : CallReply.of(new CallResults()
                        .quad(array.pitch())
                        .quad(array.width() * array.format().bytes())
                        .quad(Math.max(1, array.height()))
                        .quad(Math.max(1, array.depth()))
                        .quad(array.format().bytes()));
    }

    private CallReply create(CallArguments in, ProgramThread thread) {
        ByteBuffer resource = struct(in.bytes());
        ByteBuffer sampling = struct(in.bytes());
        Texels texels = texels(resource);
        if (texels == null) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        Format format = texels.format();
        int[] asked = {sampling.getInt(0), sampling.getInt(Integer.BYTES), sampling.getInt(2 * Integer.BYTES)};
        for (int mode : asked) {
            if (mode < 0 || mode >= MODES.size()) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
        }
        boolean isFiltered = sampling.getInt(FILTER) == 1;
        boolean readsNormalized = sampling.getInt(READ_MODE) == 1 && format.kind() != Texture.Kind.FLOAT;
        if (isFiltered && !readsNormalized && format.kind() != Texture.Kind.FLOAT) {
            // Only floats are filtered.
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        return CallReply.of(new CallResults()
                .quad(textures()
                        .create(new Texture(
                                texels.address(),
                                (int) texels.width(),
                                (int) texels.height(),
                                (int) texels.depth(),
                                texels.pitch(),
                                format.channels(),
                                format.bits(),
                                format.kind(),
                                List.of(MODES.get(asked[0]), MODES.get(asked[1]), MODES.get(asked[2])),
                                isFiltered,
                                sampling.getInt(NORMALIZED) != 0,
                                readsNormalized,
                                resource.getInt(0) == LINEAR))));
    }

    /** The memory of a {@code cudaResourceDesc}; null if it is invalid. */
    private @Nullable Texels texels(ByteBuffer resource) {
        long address = resource.getLong(RESOURCE);
        int type = resource.getInt(0);
        if (type == ARRAY) {
            return arrays.get(address);
        }
        Format format = format(resource, FORMAT);
        if (format == null) {
            return null;
        }
        return switch (type) {
            case LINEAR -> new Texels(address, format, resource.getLong(LINEAR_BYTES) / format.bytes(), 0, 0, 0);
            case PITCHED ->
                new Texels(
                        address,
                        format,
                        resource.getLong(PITCHED_WIDTH),
                        resource.getLong(PITCHED_HEIGHT),
                        0,
                        resource.getLong(PITCHED_PITCH));
            default -> null;
        };
    }
}
