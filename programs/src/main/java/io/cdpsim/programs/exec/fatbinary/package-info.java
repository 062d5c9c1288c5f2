/**
 * The formats of executables: ELF sections, their fat binaries, and the PTX in these. Does not depend on the code that runs executables.
 */
@NullMarked
package io.cdpsim.programs.exec.fatbinary;

import org.jspecify.annotations.NullMarked;
