/** A kernel that stays on the device and fills two buffers in turn, which the host empties. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.persistent;
