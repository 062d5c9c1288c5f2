/** Refuses PTX that the driver does not load, whether or not it would be simulated. */
@NullMarked
package io.cdpsim.ptx.validity;

import org.jspecify.annotations.NullMarked;
