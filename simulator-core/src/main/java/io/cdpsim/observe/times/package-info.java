/** For how long grids waited and ran, added up by kernel and by nesting depth. Knows events and nothing of what tells them. */
@NullMarked
package io.cdpsim.observe.times;

import org.jspecify.annotations.NullMarked;
