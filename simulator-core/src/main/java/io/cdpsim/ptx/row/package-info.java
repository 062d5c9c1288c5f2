/** The rows of the table of forms: how PTX writes an instruction, and what writes the instructions that it becomes. */
@NullMarked
package io.cdpsim.ptx.row;

import org.jspecify.annotations.NullMarked;
