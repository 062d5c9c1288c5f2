/**
 * Rules of launching: what a launch takes, when it fails, what its parameters hold and what a child inherits (groups LNCH, PARM and ENV).
 * Each class holds scenarios. It may know programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.launch;

import org.jspecify.annotations.NullMarked;
