/** TODO room. */
@NullMarked
package io.cdpsim.runtime.load;

import org.jspecify.annotations.NullMarked;
