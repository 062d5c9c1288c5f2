/** The {@code doctor} command: what is there of all that CDPSim can use, what each is for, and how to get what is missing. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.doctor;
