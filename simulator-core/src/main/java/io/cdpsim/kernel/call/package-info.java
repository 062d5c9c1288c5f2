/** TODO room. */
@NullMarked
package io.cdpsim.kernel.call;

import org.jspecify.annotations.NullMarked;
