/** Measured rows: their content, and the readers of their files. Does not depend on experiments. */
@NullMarked
package io.cdpsim.experiments.validation.row;

import org.jspecify.annotations.NullMarked;
