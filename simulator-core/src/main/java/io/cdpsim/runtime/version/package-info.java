/**
 * CUDA versions and their differences: error codes, the version of dynamic parallelism of a kernel, and the rules in which CDP1
 * and CDP2 differ ({@link io.cdpsim.runtime.version.CdpRules}). The package has no notion of a device or of time.
 */
@NullMarked
package io.cdpsim.runtime.version;

import org.jspecify.annotations.NullMarked;
