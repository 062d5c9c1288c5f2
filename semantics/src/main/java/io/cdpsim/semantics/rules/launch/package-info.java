/**
 * Rules of launches: configuration, errors, parameters and inherited settings (groups LNCH, PARM and ENV).
 * Each class contains scenarios. It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.launch;

import org.jspecify.annotations.NullMarked;
