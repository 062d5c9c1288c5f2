/**
 * Makes a profile from rows that somebody measured: each parameter from the rows that the plan names for it, one after the other, by simulating
 * those rows. Knows validation and profiles, and no command line.
 */
@NullMarked
package io.cdpsim.experiments.fit;

import org.jspecify.annotations.NullMarked;
