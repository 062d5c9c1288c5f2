package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.Sampler;
import io.cdpsim.gpu.texture.Sampler.Addressing;
import io.cdpsim.gpu.texture.Sampler.MipmapSelection;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.programs.exec.table.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads a {@code cudaTextureDesc}. */
final class SamplerDescription {
    /** By the numbers of {@code cudaTextureAddressMode}. */
    private static final List<Addressing> MODES =
            List.of(Addressing.WRAP, Addressing.CLAMP, Addressing.MIRROR, Addressing.BORDER);

    private static final int DIMENSIONS = 3;
    private static final int CHANNELS = 4;

    // Offsets
    private static final int FILTER = 12;
    private static final int READ_MODE = 16;
    private static final int SRGB = 20;
    private static final int BORDER = 24;
    private static final int NORMALIZED = 40;
    private static final int MOST_ANISOTROPY = 44;
    private static final int MIPMAP_FILTER = 48;
    private static final int BIAS = 52;
    private static final int LEAST_LEVEL = 56;
    private static final int MOST_LEVEL = 60;
    private static final int SEAMLESS = 68;

    private SamplerDescription() {}

    /** The largest ratio of a footprint's sides for which texels are taken along the longer one; 0 and 1 are without. */
    static int mostAnisotropy(ByteBuffer in) {
        return in.getInt(MOST_ANISOTROPY);
    }

    /** The error of a description for texels of a format, as an H100 returns it; 0 for none. */
    static int check(ByteBuffer in, TexelFormat format, boolean isLinear) {
        for (int i = 0; i < DIMENSIONS; i++) {
            int mode = in.getInt(i * Integer.BYTES);
            if (mode < 0 || mode >= MODES.size()) {
                return ErrorCode.INVALID_VALUE;
            }
        }
        int filter = in.getInt(FILTER);
        if (filter != 0 && filter != 1) {
            return ErrorCode.INVALID_VALUE;
        }
        boolean isFloat = format.kind() == TexelFormat.Kind.FLOAT;
        boolean asksNormalized = in.getInt(READ_MODE) == 1;
        if (asksNormalized && format.channelBits() == Integer.SIZE) {
            return ErrorCode.INVALID_NORM_SETTING;
        }
        return filter == 1 && !isLinear && !isFloat && !asksNormalized ? ErrorCode.INVALID_FILTER_SETTING : 0;
    }

    /** The sampler of texels of a format, for which the description {@linkplain #check is valid}. */
    static Sampler read(ByteBuffer in, TexelFormat format, boolean isLinear) {
        List<Addressing> addressing = new ArrayList<>();
        for (int i = 0; i < DIMENSIONS; i++) {
            addressing.add(MODES.get(in.getInt(i * Integer.BYTES)));
        }
        boolean isFloat = format.kind() == TexelFormat.Kind.FLOAT;
        boolean asksNormalized = in.getInt(READ_MODE) == 1;
        // Linear memory is not filtered, whatever the mode.
        boolean isFiltered = in.getInt(FILTER) == 1 && !isLinear;
        boolean readsNormalized = asksNormalized && !isFloat;
        List<Float> border = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            border.add(in.getFloat(BORDER + i * Float.BYTES));
        }
        return new Sampler(
                addressing,
                isFiltered,
                in.getInt(NORMALIZED) != 0,
                readsNormalized,
                in.getInt(SRGB) != 0,
                border,
                new MipmapSelection(
                        in.getInt(MIPMAP_FILTER) == 1,
                        in.getFloat(BIAS),
                        in.getFloat(LEAST_LEVEL),
                        in.getFloat(MOST_LEVEL)),
                in.getInt(SEAMLESS) != 0);
    }
}
