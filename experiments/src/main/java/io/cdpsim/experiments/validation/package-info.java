/** Compares the simulator with hardware: reads measured rows and simulates the experiment behind each. */
@NullMarked
package io.cdpsim.experiments.validation;

import org.jspecify.annotations.NullMarked;
