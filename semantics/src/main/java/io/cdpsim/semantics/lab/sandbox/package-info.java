/** Compiles untrusted sources without access to other files or to a network. Knows no labs. */
@NullMarked
package io.cdpsim.semantics.lab.sandbox;

import org.jspecify.annotations.NullMarked;
