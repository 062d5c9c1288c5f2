/** Holds the simulator against measured hardware: reads rows of measurements and simulates the experiment behind each. */
@NullMarked
package io.cdpsim.experiments.validation;

import org.jspecify.annotations.NullMarked;
