/** TODO room. */
@NullMarked
package io.cdpsim.runtime.settings;

import org.jspecify.annotations.NullMarked;
