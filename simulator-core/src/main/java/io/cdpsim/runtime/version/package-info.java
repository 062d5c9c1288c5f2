/** TODO room. */
@NullMarked
package io.cdpsim.runtime.version;

import org.jspecify.annotations.NullMarked;
