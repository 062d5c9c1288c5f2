/** TODO room. */
@NullMarked
package io.cdpsim.runtime.cost;

import org.jspecify.annotations.NullMarked;
