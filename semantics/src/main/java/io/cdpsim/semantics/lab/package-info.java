/**
 * Labs: lessons with files for students and a key that grades their work and is never handed out. Subpackages: {@code key} (tasks, answers and
 * points), {@code sandbox} (compiles and runs untrusted programs), {@code grade} (the grade of a submission). Knows no command line.
 */
@NullMarked
package io.cdpsim.semantics.lab;

import org.jspecify.annotations.NullMarked;
