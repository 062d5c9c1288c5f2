/**
 * The device: joins its packages and is what the runtime sees of them. {@link io.cdpsim.gpu.Gpu} takes grids and runs their blocks;
 * {@link io.cdpsim.gpu.DeviceRuntime} is what it asks of the software above it. Here is decided <em>when</em> things happen, never what is
 * allowed.
 *
 * <p>Knows all its packages. None of them knows it: what an SM or the block scheduler asks of its device is an interface of theirs.
 */
@NullMarked
package io.cdpsim.gpu;

import org.jspecify.annotations.NullMarked;
