/**
 * Hardware profiles: one GPU as immutable records, a record for each unit of the hardware. The name of each quantity ends in its unit of
 * measure.
 *
 * <p>The package depends only on Java. The package {@code profile.read} reads profile files.
 */
@NullMarked
package io.cdpsim.profile;

import org.jspecify.annotations.NullMarked;
