/**
 * How a program's calls reach the simulator: requests, answers, and what is in them. Does not depend on what the calls mean.
 */
@NullMarked
package io.cdpsim.programs.exec.protocol;

import org.jspecify.annotations.NullMarked;
