package io.cdpsim.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter or a result of a function, a kernel or a call's prototype.
 *
 * @param space {@link Space#PARAM}, or {@link Space#REG} in the old style
 * @param align bytes of {@code .align}, 0 without it
 * @param vector elements of a vector type: 1, 2, 4 or 8
 * @param type such as {@code u64}
 * @param name as written, {@code _} in prototypes
 * @param dimensions elements of each dimension of an array, {@link Variable#UNSIZED} for {@code []}; empty for a scalar
 * @param pointer attributes of the address that a kernel parameter holds; null without them
 * @param at offset of its name
 */
public record Parameter(
        Space space,
        int align,
        int vector,
        String type,
        String name,
        List<Long> dimensions,
        @Nullable Pointer pointer,
        int at) {

    /** Copies the list. */
    public Parameter {
        dimensions = List.copyOf(dimensions);
    }

    /**
     * The attributes of {@code .ptr}.
     *
     * @param space where it points to; null for a generic address
     * @param align bytes that it is a multiple of, 0 if that is not said
     */
    public record Pointer(@Nullable Space space, int align) {}
}
