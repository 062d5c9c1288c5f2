/**
 * Hardware profiles: one GPU as immutable records, a record for each part of it, every quantity in the unit that its name says.
 *
 * <p>Knows nothing but Java. How profiles are read is in {@code profile.read}.
 */
@NullMarked
package io.cdpsim.profile;

import org.jspecify.annotations.NullMarked;
