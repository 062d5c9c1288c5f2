/**
 * What a machine is asked for: profile, CUDA version, seed, and the policy by which it uses the freedom that the rules leave. Knows the versions.
 */
@NullMarked
package io.cdpsim.runtime.settings;

import org.jspecify.annotations.NullMarked;
