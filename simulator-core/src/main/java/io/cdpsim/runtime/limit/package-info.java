/** TODO room. */
@NullMarked
package io.cdpsim.runtime.limit;

import org.jspecify.annotations.NullMarked;
