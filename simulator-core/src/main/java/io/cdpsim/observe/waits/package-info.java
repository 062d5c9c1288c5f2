/** Why each grid waited, and for how long: what events say of it one by one, put together. Knows events and nothing of what tells them. */
@NullMarked
package io.cdpsim.observe.waits;

import org.jspecify.annotations.NullMarked;
