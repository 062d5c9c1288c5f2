/** The {@code validate} command: compares the simulator with measured hardware, as a table, JSON, CSV and a plot. */
@NullMarked
package io.cdpsim.cli.validate;

import org.jspecify.annotations.NullMarked;
