/**
 * What the assembler behind PTX does to code before a GPU sees it: PTX names each value anew and copies it about, which takes no time on
 * hardware. Each pass leaves what a program computes as it is. Knows drafts.
 */
@NullMarked
package io.cdpsim.ptx.optimize;

import org.jspecify.annotations.NullMarked;
