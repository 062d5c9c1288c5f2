/**
 * The number of resident blocks of a kernel on an SM, and the resource that limits it.
 *
 * <p>The package depends on the records of {@code profile}.
 */
@NullMarked
package io.cdpsim.profile.occupancy;

import org.jspecify.annotations.NullMarked;
