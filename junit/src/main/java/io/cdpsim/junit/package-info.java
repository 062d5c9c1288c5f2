/**
 * Support for simulations in tests of JUnit 5 and later: machines as parameters ({@link CdpSim}), records of their runs ({@link SimulatedRun}) and assertions on
 * these ({@link SimulatedRunAssert}). Depends on the simulator, not on workloads or the command line.
 */
@NullMarked
package io.cdpsim.junit;

import org.jspecify.annotations.NullMarked;
