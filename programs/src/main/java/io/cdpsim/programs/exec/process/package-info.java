/**
 * The program as a process: started, served while it runs, and ended. The simulation runs in one thread, which serves all of the program's.
 */
@NullMarked
package io.cdpsim.programs.exec.process;

import org.jspecify.annotations.NullMarked;
