/**
 * The {@code serve} command: runs programs from a page in the browser. A server on the loopback, and a process for each run. Depends on other commands only
 * through their command lines and their JSON.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.serve;
