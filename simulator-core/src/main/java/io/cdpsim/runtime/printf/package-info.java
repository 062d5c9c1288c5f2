/** Formats of printf in device code. Knows values, but no device. */
@NullMarked
package io.cdpsim.runtime.printf;

import org.jspecify.annotations.NullMarked;
