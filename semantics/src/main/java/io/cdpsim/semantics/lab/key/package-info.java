/** Grading keys of labs: the questions with their answers, the criteria for the program, and the reader of both. Knows no submission. */
@NullMarked
package io.cdpsim.semantics.lab.key;

import org.jspecify.annotations.NullMarked;
