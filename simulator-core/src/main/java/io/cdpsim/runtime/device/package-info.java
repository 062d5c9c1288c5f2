/** TODO room. */
@NullMarked
package io.cdpsim.runtime.device;

import org.jspecify.annotations.NullMarked;
