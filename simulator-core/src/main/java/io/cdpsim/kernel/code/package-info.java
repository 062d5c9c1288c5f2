/** TODO room. */
@NullMarked
package io.cdpsim.kernel.code;

import org.jspecify.annotations.NullMarked;
