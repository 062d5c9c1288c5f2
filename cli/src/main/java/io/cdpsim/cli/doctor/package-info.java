/** The {@code doctor} command: reports which tools CDPSim finds, their purpose, and how to get the missing ones. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.doctor;
