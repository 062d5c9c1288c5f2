/**
 * Executables as files: the sections of an ELF file, the fat binaries in it, and the PTX in those. Does not depend on the code that runs them.
 */
@NullMarked
package io.cdpsim.programs.exec.fatbinary;

import org.jspecify.annotations.NullMarked;
