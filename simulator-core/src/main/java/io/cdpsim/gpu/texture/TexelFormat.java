package io.cdpsim.gpu.texture;

/**
 * The channels of a texel, as {@code cudaChannelFormatDesc} describes them.
 *
 * @param channels values of a texel, 1, 2 or 4
 * @param channelBits bits of a value, 8, 16 or 32
 * @param kind what a value is
 */
public record TexelFormat(int channels, int channelBits, Kind kind) {
    /** What a channel holds, in the order of {@code cudaChannelFormatKind}. */
    public enum Kind {
        SIGNED,
        UNSIGNED,
        FLOAT
    }

    /** Bytes of a texel. */
    public int bytes() {
        return channels * channelBits / Byte.SIZE;
    }
}
