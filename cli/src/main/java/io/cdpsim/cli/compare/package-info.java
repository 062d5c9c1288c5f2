/** Compares two runs: commands, result files, or two profiles for one command. */
@NullMarked
package io.cdpsim.cli.compare;

import org.jspecify.annotations.NullMarked;
