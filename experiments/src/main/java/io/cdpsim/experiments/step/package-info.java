/**
 * A run as a log of steps that is read forward and back: what each warp executed, with the changes of registers, memory and visibility.
 *
 * <p>All state is in numbered cells of 32 bits. A step changes cells by exclusive or, so the same change goes forward and back.
 */
@NullMarked
package io.cdpsim.experiments.step;

import org.jspecify.annotations.NullMarked;
