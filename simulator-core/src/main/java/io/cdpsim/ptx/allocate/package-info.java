/** Registers of a thread for the values of a function. Knows drafts. */
@NullMarked
package io.cdpsim.ptx.allocate;

import org.jspecify.annotations.NullMarked;
