/**
 * One device: its runtime, which serves the GPU and the host, and the report of a program that can make no progress. The package
 * combines the launch tree, costs, calls and limits.
 */
@NullMarked
package io.cdpsim.runtime.device;

import org.jspecify.annotations.NullMarked;
