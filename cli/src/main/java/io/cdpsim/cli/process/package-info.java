/**
 * This program as a process that one of its commands starts.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.process;
