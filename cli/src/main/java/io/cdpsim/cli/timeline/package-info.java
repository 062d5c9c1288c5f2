/**
 * Timelines of programs as text, as pictures and as pages with their source. Depends on no command.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.timeline;
