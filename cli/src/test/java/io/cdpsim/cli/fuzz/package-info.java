/**
 * The fuzzer: files and command lines that are nearly right, given to the command line's own entry. A kind of input is an {@link
 * io.cdpsim.cli.fuzz.InputKind}; {@link io.cdpsim.cli.fuzz.FuzzTest} lists them.
 */
@NullMarked
package io.cdpsim.cli.fuzz;

import org.jspecify.annotations.NullMarked;
