/** The interface of units that run instructions of warps to their device and to the device runtime: calls, warnings, and faults of device code. */
@NullMarked
package io.cdpsim.gpu.call;

import org.jspecify.annotations.NullMarked;
