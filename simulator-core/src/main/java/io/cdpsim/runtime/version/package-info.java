/**
 * CUDA's versions and what differs between them: error codes, which version of dynamic parallelism a kernel runs with, and the rules of CDP1 and CDP2 where
 * they differ ({@link io.cdpsim.runtime.version.CdpRules}). Knows no device and no time.
 */
@NullMarked
package io.cdpsim.runtime.version;

import org.jspecify.annotations.NullMarked;
