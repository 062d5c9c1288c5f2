/**
 * {@code printf} of device code: the formatter and the buffer that the host flushes. The package depends on the costs of calls and on the
 * limits.
 */
@NullMarked
package io.cdpsim.runtime.printf;

import org.jspecify.annotations.NullMarked;
