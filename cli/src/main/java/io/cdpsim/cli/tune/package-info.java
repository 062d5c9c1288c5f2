/** The command that finds the best settings of a workload. */
@NullMarked
package io.cdpsim.cli.tune;

import org.jspecify.annotations.NullMarked;
