/**
 * The runtime library that programs are given in place of CUDA's: built once by the machine's C compiler, and kept. Does not depend on calls.
 */
@NullMarked
package io.cdpsim.programs.exec.library;

import org.jspecify.annotations.NullMarked;
