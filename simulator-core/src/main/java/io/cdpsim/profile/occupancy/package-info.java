/**
 * How many blocks of a kernel an SM holds, and what limits them.
 *
 * <p>Knows the records of {@code profile}.
 */
@NullMarked
package io.cdpsim.profile.occupancy;

import org.jspecify.annotations.NullMarked;
