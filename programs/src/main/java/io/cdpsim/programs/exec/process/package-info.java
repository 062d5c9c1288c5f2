/**
 * The program as a process: its start, its calls while it runs, and its end. One thread runs the simulation and serves all threads of the program.
 */
@NullMarked
package io.cdpsim.programs.exec.process;

import org.jspecify.annotations.NullMarked;
