/**
 * Loading kernels: what the loader refuses, and what of the loaded code matters later. Knows the calls and the versions.
 */
@NullMarked
package io.cdpsim.runtime.load;

import org.jspecify.annotations.NullMarked;
