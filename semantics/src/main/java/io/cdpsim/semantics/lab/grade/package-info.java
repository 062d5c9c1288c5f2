/** What a submission is worth: its answers against the key, its program under several conditions. Gives no right answer away. */
@NullMarked
package io.cdpsim.semantics.lab.grade;

import org.jspecify.annotations.NullMarked;
