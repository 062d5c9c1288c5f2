/** Which blocks of a grid are timed, and how long the others take, where a run samples. */
@NullMarked
package io.cdpsim.gpu.sampling;

import org.jspecify.annotations.NullMarked;
