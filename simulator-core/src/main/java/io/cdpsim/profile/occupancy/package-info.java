/** TODO room. */
@NullMarked
package io.cdpsim.profile.occupancy;

import org.jspecify.annotations.NullMarked;
