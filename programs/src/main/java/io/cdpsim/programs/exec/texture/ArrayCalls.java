package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays and mipmapped arrays: their allocation, and what a program asks about them. */
public final class ArrayCalls {
    private final Host host;
    private final Map<Long, ProgramArray> arrays = new HashMap<>();
    private final Map<Long, ProgramArray> mipmaps = new HashMap<>();

    /**
     * No arrays.
     *
     * @param host allocates on its current device
     */
    public ArrayCalls(Host host) {
        this.host = host;
    }

    /** Adds the calls. */
    public void addTo(CallTable calls) {
        calls.add("cudaMallocArray", this::mallocArray);
        calls.add("cudaMalloc3DArray", this::mallocArray);
        calls.add("cudaMallocMipmappedArray", this::mallocMipmap);
        calls.add("cudaFreeArray", this::freeArray);
        calls.add("cudaFreeMipmappedArray", this::freeMipmap);
        calls.add("cudaGetMipmappedArrayLevel", this::level);
        calls.add("cudaGetChannelDesc", this::channels);
        calls.add("cudaArrayGetInfo", this::info);
        calls.add("@array", this::layout);
    }

    /** The array with a handle; null if there is none. */
    @Nullable
    ProgramArray array(long handle) {
        return arrays.get(handle);
    }

    /** The mipmapped array with a handle; null if there is none. */
    @Nullable
    ProgramArray mipmap(long handle) {
        return mipmaps.get(handle);
    }

    static ByteBuffer struct(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Format, extent and flags of an array; those of {@code cudaMallocArray} have no depth, no layers and no cube maps. */
    private CallReply mallocArray(CallArguments in, ProgramThread thread) {
        return allocate(in, 0, arrays);
    }

    private CallReply mallocMipmap(CallArguments in, ProgramThread thread) {
        return allocate(in, in.word(), mipmaps);
    }

    private CallReply allocate(CallArguments in, int levels, Map<Long, ProgramArray> into) {
        TexelFormat format = ChannelFormats.read(struct(in.bytes()), 0);
        if (format == null) {
            return ErrorCode.reply(ErrorCode.INVALID_CHANNEL_DESCRIPTOR);
        }
        ArrayShape shape = new ArrayShape(format, in.quad(), in.quad(), in.quad(), in.word(), levels);
        if (!shape.isValid(host.device().profile())) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        if (shape.bytes() > host.freeMemory()) {
            return CallReply.of(CudaError.MEMORY_ALLOCATION);
        }
        long address = host.malloc(shape.bytes());
        into.put(address, new ProgramArray(shape.layout(address), shape.flags(), /* isLevel= */ false));
        return CallReply.of(new CallResults().quad(address));
    }

    private CallReply freeArray(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        ProgramArray array = arrays.get(handle);
        if (handle == 0 || (array != null && array.isLevel())) {
            // A level is freed with its mipmapped array.
            return CallReply.OK;
        }
        if (array == null) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        arrays.remove(handle);
        return CallReply.of(host.free(handle));
    }

    private CallReply freeMipmap(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        ProgramArray mipmap = mipmaps.remove(handle);
        if (mipmap == null) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        mipmap.levels().forEach(each -> arrays.remove(each.address()));
        return CallReply.of(host.free(handle));
    }

    private CallReply level(CallArguments in, ProgramThread thread) {
        ProgramArray mipmap = mipmaps.get(in.quad());
        int level = in.word();
        if (mipmap == null || level < 0 || level >= mipmap.levels().size()) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        ProgramArray array = new ProgramArray(List.of(mipmap.levels().get(level)), mipmap.flags(), /* isLevel= */ true);
        arrays.put(array.address(), array);
        return CallReply.of(new CallResults().quad(array.address()));
    }

    private CallReply channels(CallArguments in, ProgramThread thread) {
        ProgramArray array = arrays.get(in.quad());
        return array == null
                ? CallReply.of(CudaError.INVALID_VALUE)
                : CallReply.of(new CallResults().raw(array.channelDescription()));
    }

    /** Extent, flags and channels. */
    private CallReply info(CallArguments in, ProgramThread thread) {
        ProgramArray array = arrays.get(in.quad());
        return array == null
                ? ErrorCode.reply(ErrorCode.INVALID_HANDLE)
                : CallReply.of(new CallResults()
                        .quad(array.texels().width())
                        .quad(array.texels().height())
                        .quad(array.depth())
                        .word(array.flags())
                        .raw(array.channelDescription()));
    }

    /** The layout of an array, for the library's copies: its pitch, the bytes of a row, its rows, its slices and the bytes of a texel. */
    private CallReply layout(CallArguments in, ProgramThread thread) {
        ProgramArray array = arrays.get(in.quad());
        return array == null
                ? ErrorCode.reply(ErrorCode.INVALID_HANDLE)
                : CallReply.of(new CallResults()
                        .quad(array.texels().pitchBytes())
                        .quad(array.texels().rowBytes())
                        .quad(array.texels().size(1))
                        .quad(array.texels().slices())
                        .quad(array.format().bytes()));
    }
}
