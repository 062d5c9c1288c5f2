/**
 * {@code cdpsim serve}: programs in a browser. A server on this machine alone, a page, and a process of its own for each run. Knows of commands only
 * what their command lines and their JSON say.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.serve;
