/** Grades submissions: compares answers with the key and runs programs under several conditions. No text of a grade contains a correct answer. */
@NullMarked
package io.cdpsim.semantics.lab.grade;

import org.jspecify.annotations.NullMarked;
