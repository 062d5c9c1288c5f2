/**
 * The {@code why} command: why a grid started late.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.why;
