/** Memory and events that the processes of a program open of each other. */
@NullMarked
package io.cdpsim.programs.exec.interprocess;

import org.jspecify.annotations.NullMarked;
