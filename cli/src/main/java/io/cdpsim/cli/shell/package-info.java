/**
 * What the shell around the program is told of its commands: completion scripts and manual pages, made from what the commands say of
 * themselves.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.shell;
