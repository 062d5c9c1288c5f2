/** TODO room. */
@NullMarked
package io.cdpsim.runtime.host;

import org.jspecify.annotations.NullMarked;
