package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.Sampler;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.call.TextureObjects;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Texture objects and surface objects, of arrays, mipmapped arrays, linear memory and pitched memory. */
public final class TextureCalls {
    // cudaResourceType
    /** Size of a {@code cudaResourceViewDesc}. */
    private static final int VIEW_BYTES = 48;

    private static final int ARRAY = 0;
    private static final int MIPMAP = 1;
    private static final int LINEAR = 2;
    private static final int PITCHED = 3;

    // Offsets in cudaResourceDesc
    private static final int RESOURCE = 8;
    private static final int FORMAT = 16;
    private static final int LINEAR_BYTES = 40;
    private static final int PITCHED_WIDTH = 40;
    private static final int PITCHED_HEIGHT = 48;
    private static final int PITCHED_PITCH = 56;

    // textureAlignment and texturePitchAlignment of cudaDeviceProp
    private static final int ALIGNMENT = 512;
    private static final int PITCH_ALIGNMENT = 32;

    /** What a program described an object by. */
    @SuppressWarnings("ArrayRecordComponent") // kept as it came, and returned
    private record Description(byte[] resource, byte[] sampling, byte[] view) {}

    private final Host host;
    private final ArrayCalls arrays;
    private final Map<Long, Description> descriptions = new HashMap<>();
    private boolean warnedOfAnisotropy;

    /**
     * No objects.
     *
     * @param host creates on its current device
     * @param arrays the program's arrays
     */
    public TextureCalls(Host host, ArrayCalls arrays) {
        this.host = host;
        this.arrays = arrays;
    }

    /** Adds the calls. */
    public void addTo(CallTable calls) {
        calls.add("cudaCreateTextureObject", this::createTexture);
        calls.add("cudaCreateSurfaceObject", this::createSurface);
        // A handle of no object is ignored.
        calls.add("cudaDestroyTextureObject", (in, thread) -> {
            long handle = in.quad();
            boolean unused = objects().destroyTexture(handle);
            descriptions.remove(handle);
            return CallReply.OK;
        });
        calls.add("cudaDestroySurfaceObject", (in, thread) -> {
            long handle = in.quad();
            boolean unused = objects().destroySurface(handle);
            descriptions.remove(handle);
            return CallReply.OK;
        });
        calls.add("cudaGetTextureObjectResourceDesc", (in, thread) -> ofTexture(in, Part.RESOURCE));
        calls.add("cudaGetTextureObjectTextureDesc", (in, thread) -> ofTexture(in, Part.SAMPLING));
        calls.add("cudaGetTextureObjectResourceViewDesc", (in, thread) -> ofTexture(in, Part.VIEW));
        calls.add("cudaGetSurfaceObjectResourceDesc", this::ofSurface);
    }

    private enum Part {
        RESOURCE,
        SAMPLING,
        VIEW
    }

    private TextureObjects objects() {
        return host.device().runtime().textures();
    }

    private CallReply ofTexture(CallArguments in, Part part) {
        long handle = in.quad();
        Description description = objects().texture(handle) == null ? null : descriptions.get(handle);
        if (description == null) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        return CallReply.of(new CallResults()
                .raw(
                        switch (part) {
                            case RESOURCE -> description.resource();
                            case SAMPLING -> description.sampling();
                            case VIEW -> Arrays.copyOf(description.view(), VIEW_BYTES);
                        }));
    }

    private CallReply ofSurface(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        Description description = objects().surface(handle) == null ? null : descriptions.get(handle);
        return description == null
                ? CallReply.of(CudaError.INVALID_VALUE)
                : CallReply.of(new CallResults().raw(description.resource()));
    }

    private CallReply createSurface(CallArguments in, ProgramThread thread) {
        byte[] description = in.bytes();
        ByteBuffer resource = ArrayCalls.struct(description);
        ProgramArray array = resource.getInt(0) == ARRAY ? arrays.array(resource.getLong(RESOURCE)) : null;
        if (array == null) {
            return ErrorCode.reply(
                    resource.getInt(0) == ARRAY ? ErrorCode.INVALID_HANDLE : ErrorCode.INVALID_CHANNEL_DESCRIPTOR);
        }
        long handle = objects().create(new Surface(array.texels()));
        descriptions.put(handle, new Description(description, new byte[0], new byte[0]));
        return CallReply.of(new CallResults().quad(handle));
    }

    private CallReply createTexture(CallArguments in, ProgramThread thread) {
        Description description = new Description(in.bytes(), in.bytes(), in.bytes());
        ByteBuffer resource = ArrayCalls.struct(description.resource());
        boolean isLinear = resource.getInt(0) == LINEAR;
        List<TexelArray> levels;
        if (description.view().length == 0) {
            levels = levels(resource);
        } else {
            ProgramArray array = array(resource);
            levels = array == null ? null : ResourceView.of(ArrayCalls.struct(description.view()), array);
        }
        if (levels == null) {
            return ErrorCode.reply(
                    description.view().length == 0 || array(resource) == null
                            ? errorOf(resource)
                            : ErrorCode.INVALID_VALUE);
        }
        TexelFormat format = levels.get(0).format();
        ByteBuffer sampling = ArrayCalls.struct(description.sampling());
        int error = SamplerDescription.check(sampling, format, isLinear);
        if (error != 0) {
            return ErrorCode.reply(error);
        }
        Sampler sampler = SamplerDescription.read(sampling, format, isLinear);
        warnOfAnisotropy(SamplerDescription.mostAnisotropy(ArrayCalls.struct(description.sampling())), sampler);
        long handle = objects().create(new Texture(levels, sampler, isLinear));
        descriptions.put(handle, description);
        return CallReply.of(new CallResults().quad(handle));
    }

    private void warnOfAnisotropy(int mostAnisotropy, Sampler sampler) {
        if (mostAnisotropy > 1 && sampler.isFiltered() && !warnedOfAnisotropy) {
            warnedOfAnisotropy = true;
            host.warn(
                    "textures",
                    "a texture object was created with maxAnisotropy " + mostAnisotropy
                            + "; anisotropic filtering is not simulated, and a fetch with gradients (tex2DGrad) chooses"
                            + " its level by the longer of them, as with maxAnisotropy 1; set maxAnisotropy to 1 if"
                            + " nothing fetches with gradients");
        }
    }

    private static int errorOf(ByteBuffer resource) {
        int kind = resource.getInt(0);
        if (kind == ARRAY || kind == MIPMAP) {
            return ErrorCode.INVALID_HANDLE;
        }
        return ChannelFormats.read(resource, FORMAT) == null
                ? ErrorCode.INVALID_CHANNEL_DESCRIPTOR
                : ErrorCode.INVALID_VALUE;
    }

    /** The array of a {@code cudaResourceDesc}; null if it has none. */
    private @Nullable ProgramArray array(ByteBuffer resource) {
        long handle = resource.getLong(RESOURCE);
        return switch (resource.getInt(0)) {
            case ARRAY -> arrays.array(handle);
            case MIPMAP -> arrays.mipmap(handle);
            default -> null;
        };
    }

    /** The texels of a {@code cudaResourceDesc}; null if it is invalid. */
    private @Nullable List<TexelArray> levels(ByteBuffer resource) {
        ProgramArray array = array(resource);
        if (array != null) {
            return array.levels();
        }
        TexelFormat format = ChannelFormats.read(resource, FORMAT);
        long address = resource.getLong(RESOURCE);
        if (format == null || address == 0 || address % ALIGNMENT != 0) {
            return null;
        }
        TexelArray texels = resource.getInt(0) == LINEAR
                ? linear(address, format, resource.getLong(LINEAR_BYTES))
                : resource.getInt(0) == PITCHED ? pitched(address, format, resource) : null;
        return texels == null ? null : List.of(texels);
    }

    private @Nullable TexelArray linear(long address, TexelFormat format, long bytes) {
        long width = bytes / format.bytes();
        if (width != 0 && !isWithin(ReportedAttribute.MAX_TEXTURE_1D_LINEAR, width)) {
            return null;
        }
        return new TexelArray(address, format, (int) width, 0, 0, 0, 0, /* isCube= */ false);
    }

    private @Nullable TexelArray pitched(long address, TexelFormat format, ByteBuffer resource) {
        long width = resource.getLong(PITCHED_WIDTH);
        long height = resource.getLong(PITCHED_HEIGHT);
        long pitch = resource.getLong(PITCHED_PITCH);
        if (!isWithin(ReportedAttribute.MAX_TEXTURE_2D_LINEAR_WIDTH, width)
                || !isWithin(ReportedAttribute.MAX_TEXTURE_2D_LINEAR_HEIGHT, height)
                || !isWithin(ReportedAttribute.MAX_TEXTURE_2D_LINEAR_PITCH_BYTES, pitch)
                || pitch % PITCH_ALIGNMENT != 0
                || pitch < width * format.bytes()) {
            return null;
        }
        return new TexelArray(address, format, (int) width, (int) height, 0, 0, pitch, /* isCube= */ false);
    }

    private boolean isWithin(ReportedAttribute limit, long extent) {
        int most = host.device().profile().reported(limit);
        return extent > 0 && (most == 0 ? extent <= Integer.MAX_VALUE : extent <= most);
    }
}
