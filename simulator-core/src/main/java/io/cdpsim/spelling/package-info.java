/**
 * Names that people mistype: what one was probably meant to be, for errors that say how to mend it.
 *
 * <p>Knows nothing but Java.
 */
@NullMarked
package io.cdpsim.spelling;

import org.jspecify.annotations.NullMarked;
