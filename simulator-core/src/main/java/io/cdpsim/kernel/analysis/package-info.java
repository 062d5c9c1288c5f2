/**
 * What code shows without being run: which registers an instruction uses, where parted lanes meet, where addresses come from, what a loop
 * issues. Knows code.
 */
@NullMarked
package io.cdpsim.kernel.analysis;

import org.jspecify.annotations.NullMarked;
