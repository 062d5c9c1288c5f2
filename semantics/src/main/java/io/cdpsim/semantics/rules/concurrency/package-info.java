/**
 * Rules of concurrency: which grids may run concurrently, and how many grids and blocks fit on a device (groups CONC and OCC).
 * Each class contains scenarios. It uses programs and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.concurrency;

import org.jspecify.annotations.NullMarked;
