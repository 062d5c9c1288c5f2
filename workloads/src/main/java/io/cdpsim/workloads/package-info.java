/**
 * Programs to simulate, and their inputs.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads;
