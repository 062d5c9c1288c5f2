/**
 * CUDA arrays, and texture and surface objects, as a program describes them: formats, extents, limits, resources, views.
 *
 * <p>Knows the structures of {@code driver_types.h} and {@code texture_types.h}, and no calls.
 */
@NullMarked
package io.cdpsim.programs.exec.texture;

import org.jspecify.annotations.NullMarked;
