/**
 * One device: its runtime, which answers the GPU and the host, and the report of why nothing can go on. Joins launch tree, costs, calls and limits.
 */
@NullMarked
package io.cdpsim.runtime.device;

import org.jspecify.annotations.NullMarked;
