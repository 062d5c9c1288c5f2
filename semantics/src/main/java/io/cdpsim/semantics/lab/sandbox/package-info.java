/** How programs of others are compiled and run, so that they reach no file but their own and no network. Knows nothing of labs. */
@NullMarked
package io.cdpsim.semantics.lab.sandbox;

import org.jspecify.annotations.NullMarked;
