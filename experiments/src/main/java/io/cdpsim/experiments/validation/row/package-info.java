/** Measured rows: what one says, and how files of them are read. Knows no experiment. */
@NullMarked
package io.cdpsim.experiments.validation.row;

import org.jspecify.annotations.NullMarked;
