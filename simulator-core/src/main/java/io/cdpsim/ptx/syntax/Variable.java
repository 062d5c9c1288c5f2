package io.cdpsim.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable in memory, outside functions or within a body. Several names in one declaration are a variable each.
 *
 * @param linkage which other modules may name it; within bodies {@link Linkage#NONE}
 * @param space where it is
 * @param align bytes of {@code .align}, 0 if there is none
 * @param vector elements of a vector type: 1, 2, 4 or 8
 * @param type such as {@code b8}
 * @param name as written
 * @param dimensions elements of each dimension of an array, {@link #UNSIZED} for {@code []}; empty for a scalar
 * @param initializer null if there is none
 * @param attributes of {@code .attribute(...)}, such as {@code managed}
 * @param at offset of its name
 */
public record Variable(
        Linkage linkage,
        Space space,
        int align,
        int vector,
        String type,
        String name,
        List<Long> dimensions,
        @Nullable Initializer initializer,
        List<Directive> attributes,
        int at)
        implements Statement {

    /** The dimension of {@code []}. */
    public static final long UNSIZED = -1;

    /** Keeps lists of its own. */
    public Variable {
        dimensions = List.copyOf(dimensions);
        attributes = List.copyOf(attributes);
    }
}
