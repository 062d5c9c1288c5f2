/** Modules joined to a program: which name means what, in which module. Knows PTX's syntax. */
@NullMarked
package io.cdpsim.ptx.link;

import org.jspecify.annotations.NullMarked;
