/**
 * Programs shown: when their grids ran, as text and as a picture, beside their source. Knows what happened in a run, and no command.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.timeline;
