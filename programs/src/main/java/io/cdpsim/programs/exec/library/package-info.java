/**
 * The runtime library that replaces CUDA's in programs: built once by the machine's C compiler, then cached. Does not depend on calls.
 */
@NullMarked
package io.cdpsim.programs.exec.library;

import org.jspecify.annotations.NullMarked;
