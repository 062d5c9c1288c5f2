package io.cdpsim.gpu.texture;

/**
 * Texels in memory: a CUDA array, a level of a mipmapped one, or linear or pitched memory.
 *
 * @param address first byte of the texels
 * @param format the channels of a texel
 * @param width texels along x
 * @param height rows; 0 for one dimension
 * @param depth slices of three dimensions; 0 without
 * @param layers layers, six faces for each cube map among them; 0 without
 * @param pitchBytes from one row to the next
 * @param isCube whether six layers are the faces of a cube map
 */
public record TexelArray(
        long address,
        TexelFormat format,
        int width,
        int height,
        int depth,
        int layers,
        long pitchBytes,
        boolean isCube) {
    /** Texels along a dimension: 0 for x, 1 for y, 2 for z. */
    public int size(int dimension) {
        return Math.max(1, dimension == 0 ? width : dimension == 1 ? height : depth);
    }

    /** Slices or layers in memory, at least 1. */
    public int slices() {
        return Math.max(1, Math.max(depth, layers));
    }

    /** Bytes of a row of texels. */
    public long rowBytes() {
        return (long) width * format.bytes();
    }

    /** Bytes from the first texel to behind the last row. */
    public long bytes() {
        return pitchBytes * size(1) * slices();
    }

    /** The address of a texel. */
    public long address(long x, long y, long slice) {
        return address + x * format.bytes() + y * pitchBytes + slice * pitchBytes * size(1);
    }
}
