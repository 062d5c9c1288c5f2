/** TODO room. */
@NullMarked
package io.cdpsim.runtime.pool;

import org.jspecify.annotations.NullMarked;
