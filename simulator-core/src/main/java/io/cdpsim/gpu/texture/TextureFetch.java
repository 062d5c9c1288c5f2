package io.cdpsim.gpu.texture;

import io.cdpsim.kernel.code.TextureGeometry;

/**
 * What a thread asks of a texture.
 *
 * @param coordinates as many as the geometry has
 * @param layer the layer, 0 without layers
 * @param isIndex whether coordinates are indices of texels
 * @param offsets texels to be added to the coordinates; none for an empty array
 */
// Arrays, since each lane of each fetch makes one; they are read at once and dropped.
@SuppressWarnings("ArrayRecordComponent")
public record TextureFetch(TextureGeometry geometry, double[] coordinates, int layer, boolean isIndex, int[] offsets) {
    private static final int[] NONE = {};

    /** A fetch without offsets. */
    public TextureFetch(TextureGeometry geometry, double[] coordinates, int layer, boolean isIndex) {
        this(geometry, coordinates, layer, isIndex, NONE);
    }

    /** Texels to be added along a dimension. */
    int offset(int dimension) {
        return dimension < offsets.length ? offsets[dimension] : 0;
    }
}
