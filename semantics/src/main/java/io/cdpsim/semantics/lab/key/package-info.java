/** How a lab is graded: its questions with their answers, what its program must do, and the reader of both. Knows no submission. */
@NullMarked
package io.cdpsim.semantics.lab.key;

import org.jspecify.annotations.NullMarked;
