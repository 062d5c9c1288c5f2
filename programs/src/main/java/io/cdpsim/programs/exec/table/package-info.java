/** The table of simulated calls by name: what a call answers, and the state of the thread that makes it. */
@NullMarked
package io.cdpsim.programs.exec.table;

import org.jspecify.annotations.NullMarked;
