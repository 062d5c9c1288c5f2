/**
 * Completion scripts and manual pages, made from the descriptions of the commands
 * themselves.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.shell;
