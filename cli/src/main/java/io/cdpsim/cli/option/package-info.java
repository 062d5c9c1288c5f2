/**
 * Options that several commands share, and the values they accept.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.cli.option;
