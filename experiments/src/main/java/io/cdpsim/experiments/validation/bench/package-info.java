/** The experiment behind each measured row: its kernels, and how they are timed, as the hardware's program did. Knows the rows. */
@NullMarked
package io.cdpsim.experiments.validation.bench;

import org.jspecify.annotations.NullMarked;
