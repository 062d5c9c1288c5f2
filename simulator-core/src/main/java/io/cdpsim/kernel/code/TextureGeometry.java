package io.cdpsim.kernel.code;

import org.jspecify.annotations.Nullable;

/** The shape of a texture or surface that an instruction names (PTX ISA, {@code tex}). */
public enum TextureGeometry {
    ONE("1d", 1, false, false),
    ONE_LAYERED("a1d", 1, true, false),
    TWO("2d", 2, false, false),
    TWO_LAYERED("a2d", 2, true, false),
    THREE("3d", 3, false, false),
    CUBE("cube", 3, false, true),
    CUBE_LAYERED("acube", 3, true, true);

    private final String word;
    private final int dimensions;
    private final boolean layered;
    private final boolean cube;

    TextureGeometry(String word, int dimensions, boolean layered, boolean cube) {
        this.word = word;
        this.dimensions = dimensions;
        this.layered = layered;
        this.cube = cube;
    }

    /** The shape that a modifier names; null if it names none. */
    public static @Nullable TextureGeometry of(String word) {
        for (TextureGeometry each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return null;
    }

    /** Coordinates besides a layer: 1, 2 or 3. A cube map has three, of a direction. */
    public int dimensions() {
        return dimensions;
    }

    /** Whether a layer stands before the coordinates. */
    public boolean isLayered() {
        return layered;
    }

    /** Whether coordinates are a direction from the centre of a cube. */
    public boolean isCube() {
        return cube;
    }

    /** Registers with a layer and coordinates. */
    public int registers() {
        return dimensions + (layered ? 1 : 0);
    }
}
