package io.cdpsim.kernel.code;

import java.util.Locale;

/** What an instruction asks about a texture or surface object (PTX ISA, {@code txq}, {@code suq}, {@code istypep}). */
public enum TextureAttribute {
    WIDTH,
    HEIGHT,
    DEPTH,
    CHANNEL_DATA_TYPE,
    CHANNEL_ORDER,
    NORMALIZED_COORDS,
    ARRAY_SIZE,
    NUM_MIPMAP_LEVELS,
    NUM_SAMPLES,
    MEMORY_LAYOUT,
    /** Whether there is such an object, 1 or 0. */
    EXISTENCE;

    /** The attribute that a modifier names. */
    public static TextureAttribute of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
