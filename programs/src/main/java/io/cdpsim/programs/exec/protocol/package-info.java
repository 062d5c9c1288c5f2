/**
 * The transport of a program's calls: requests, answers, and their encoding. Does not depend on the semantics of calls.
 */
@NullMarked
package io.cdpsim.programs.exec.protocol;

import org.jspecify.annotations.NullMarked;
