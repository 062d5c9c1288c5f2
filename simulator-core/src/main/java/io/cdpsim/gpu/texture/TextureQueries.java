package io.cdpsim.gpu.texture;

import io.cdpsim.kernel.code.TextureAttribute;

/** What device code can ask about texture and surface objects. Formats have the numbers of the PTX ISA, which are OpenCL's. */
public final class TextureQueries {
    private static final int SNORM_8 = 0x10D0;
    private static final int UNORM_8 = 0x10D2;
    private static final int SIGNED_8 = 0x10D7;
    private static final int UNSIGNED_8 = 0x10DA;
    private static final int HALF_FLOAT = 0x10DD;
    private static final int FLOAT = 0x10DE;
    private static final int R = 0x10B0;
    private static final int RG = 0x10B2;
    private static final int RGBA = 0x10B5;

    private TextureQueries() {}

    /** An attribute of a level of a texture. A level that the texture lacks is the nearest that it has. */
    public static int of(Texture texture, TextureAttribute attribute, int level) {
        TexelArray texels =
                texture.levels().get(Math.max(0, Math.min(texture.levels().size() - 1, level)));
        return switch (attribute) {
            case NORMALIZED_COORDS -> texture.sampler().isNormalized() ? 1 : 0;
            case NUM_MIPMAP_LEVELS -> texture.levels().size();
            case MEMORY_LAYOUT -> texture.isLinear() ? 1 : 0;
            case CHANNEL_DATA_TYPE ->
                dataType(texels.format(), texture.sampler().readsNormalized());
            default -> of(texels, attribute);
        };
    }

    /** An attribute of a surface. */
    public static int of(Surface surface, TextureAttribute attribute) {
        return attribute == TextureAttribute.CHANNEL_DATA_TYPE
                ? dataType(surface.array().format(), /* isNormalized= */ false)
                : of(surface.array(), attribute);
    }

    private static int of(TexelArray texels, TextureAttribute attribute) {
        return switch (attribute) {
            case WIDTH -> texels.width();
            case HEIGHT -> texels.size(1);
            case DEPTH -> texels.size(2);
            case ARRAY_SIZE -> Math.max(1, texels.layers());
            case CHANNEL_ORDER ->
                switch (texels.format().channels()) {
                    case 1 -> R;
                    case 2 -> RG;
                    default -> RGBA;
                };
            case NUM_MIPMAP_LEVELS, NUM_SAMPLES, EXISTENCE -> 1;
            case NORMALIZED_COORDS, MEMORY_LAYOUT, CHANNEL_DATA_TYPE -> 0;
        };
    }

    private static int dataType(TexelFormat format, boolean isNormalized) {
        if (format.kind() == TexelFormat.Kind.FLOAT) {
            return format.channelBits() == Short.SIZE ? HALF_FLOAT : FLOAT;
        }
        boolean isSigned = format.kind() == TexelFormat.Kind.SIGNED;
        int first = isNormalized ? (isSigned ? SNORM_8 : UNORM_8) : isSigned ? SIGNED_8 : UNSIGNED_8;
        return first + Integer.numberOfTrailingZeros(format.channelBits() / Byte.SIZE);
    }
}
