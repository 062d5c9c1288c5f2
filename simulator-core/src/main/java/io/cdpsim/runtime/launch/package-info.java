/** TODO room. */
@NullMarked
package io.cdpsim.runtime.launch;

import org.jspecify.annotations.NullMarked;
