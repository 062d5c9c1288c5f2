/** TODO room. */
@NullMarked
package io.cdpsim.profile.read;

import org.jspecify.annotations.NullMarked;
