/**
 * Output of commands: tables and numbers as text, JSON, and files that are written atomically.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.output;
