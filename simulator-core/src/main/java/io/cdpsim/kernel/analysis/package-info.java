/**
 * Static analysis: which registers an instruction uses, where diverged lanes reconverge, where addresses come from, what a loop
 * issues. Knows code.
 */
@NullMarked
package io.cdpsim.kernel.analysis;

import org.jspecify.annotations.NullMarked;
