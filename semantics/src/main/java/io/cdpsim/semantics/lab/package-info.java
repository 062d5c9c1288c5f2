/**
 * Labs: what students are given. Each is a folder of files, among the resources of the program, with a key that tells how it is graded and is never
 * handed out. Rooms: {@code key} (what is asked for), {@code sandbox} (how the code of others is run), {@code grade} (what a submission is worth).
 * Knows nothing of the command line.
 */
@NullMarked
package io.cdpsim.semantics.lab;

import org.jspecify.annotations.NullMarked;
