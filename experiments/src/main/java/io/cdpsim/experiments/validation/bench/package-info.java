/** The experiment behind each measured row: its kernels, and their timing as in the hardware program. Depends on the rows. */
@NullMarked
package io.cdpsim.experiments.validation.bench;

import org.jspecify.annotations.NullMarked;
