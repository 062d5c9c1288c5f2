/**
 * CDPSim in tests of JUnit 5 and later: machines as parameters of tests ({@link CdpSim}), what ran on them ({@link SimulatedRun}) and assertions on
 * that ({@link SimulatedRunAssert}). Knows the simulator and nothing of workloads or the command line.
 */
@NullMarked
package io.cdpsim.junit;

import org.jspecify.annotations.NullMarked;
