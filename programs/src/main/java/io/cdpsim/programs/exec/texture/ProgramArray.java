package io.cdpsim.programs.exec.texture;

import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import java.util.List;

/**
 * An array of a program, a mipmapped one, or a level of one.
 *
 * @param levels its texels
 * @param flags those of its allocation
 * @param isLevel whether it is a level of a mipmapped array, with which it is freed
 */
public record ProgramArray(List<TexelArray> levels, int flags, boolean isLevel) {
    public ProgramArray {
        levels = List.copyOf(levels);
    }

    /** Where its memory starts, which is its handle. */
    public long address() {
        return levels.get(0).address();
    }

    /** The largest level. */
    public TexelArray texels() {
        return levels.get(0);
    }

    /** The channels of a texel. */
    public TexelFormat format() {
        return texels().format();
    }

    /** Slices or layers as {@code cudaExtent} counts them: 0 without. */
    public int depth() {
        return Math.max(texels().depth(), texels().layers());
    }

    /** A {@code cudaChannelFormatDesc}. */
    public byte[] channelDescription() {
        return ChannelFormats.write(format());
    }

    /** Whether surface objects may access it. */
    public boolean allowsSurfaces() {
        return (flags & ArrayShape.SURFACE) != 0;
    }
}
