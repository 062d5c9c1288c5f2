/**
 * What commands print: tables and figures for people, JSON for programs.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.output;
