/** TODO room. */
@NullMarked
package io.cdpsim.runtime.call;

import org.jspecify.annotations.NullMarked;
