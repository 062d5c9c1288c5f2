/**
 * The configuration of a machine: profile, CUDA version, seed, and the policy for behaviours that the rules leave open. The
 * package depends on the versions.
 */
@NullMarked
package io.cdpsim.runtime.settings;

import org.jspecify.annotations.NullMarked;
