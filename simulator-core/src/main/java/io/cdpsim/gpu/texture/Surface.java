package io.cdpsim.gpu.texture;

import io.cdpsim.kernel.code.SurfaceBoundary;
import io.cdpsim.kernel.code.TextureGeometry;

/**
 * A surface object: an array that device code reads and writes (CUDA C++ Programming Guide, surface memory).
 *
 * @param array its texels
 */
public record Surface(TexelArray array) {
    /** No place: an access outside that is not made. */
    public static final long NOWHERE = -1;

    /** A location outside of the surface, where the access asks for a trap. */
    public static final long TRAPS = -2;

    /**
     * The address of an access (PTX ISA, {@code suld}).
     *
     * @param x offset in bytes
     * @param y row, 0 without
     * @param slice slice or layer, 0 without
     * @param bytes size of the access
     * @return the address, {@link #NOWHERE} or {@link #TRAPS}
     */
    public long place(TextureGeometry geometry, int x, int y, int slice, int bytes, SurfaceBoundary boundary) {
        long lastX = array.rowBytes() - bytes;
        int lastY = geometry.dimensions() > 1 ? array.size(1) - 1 : 0;
        int lastSlice = array.slices() - 1;
        boolean isInside = x >= 0 && x <= lastX && y >= 0 && y <= lastY && slice >= 0 && slice <= lastSlice;
        if (!isInside && boundary != SurfaceBoundary.CLAMP) {
            return boundary == SurfaceBoundary.TRAP ? TRAPS : NOWHERE;
        }
        return array.address(0, clamp(y, lastY), clamp(slice, lastSlice)) + clamp(x, lastX);
    }

    private static long clamp(int value, long last) {
        return Math.max(0, Math.min(last, value));
    }
}
