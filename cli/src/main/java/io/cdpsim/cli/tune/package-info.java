/** The {@code tune} command: finds the fastest settings of a workload. */
@NullMarked
package io.cdpsim.cli.tune;

import org.jspecify.annotations.NullMarked;
