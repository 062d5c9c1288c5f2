/**
 * The device: it joins its packages and presents them to the runtime. {@link io.cdpsim.gpu.Gpu} runs the blocks of grids;
 * {@link io.cdpsim.gpu.DeviceRuntime} is its interface to the runtime. The device decides <em>when</em> things happen, never what is
 * allowed.
 *
 * <p>Depends on all its packages, none of which depends on it: an SM and the block scheduler reach their device through interfaces of their own.
 */
@NullMarked
package io.cdpsim.gpu;

import org.jspecify.annotations.NullMarked;
