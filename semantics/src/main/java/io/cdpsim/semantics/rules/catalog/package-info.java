/**
 * The catalog of rules: text, implementation and scenarios of each. It uses the scenarios of every group, and no group uses the catalog.
 */
@NullMarked
package io.cdpsim.semantics.rules.catalog;

import org.jspecify.annotations.NullMarked;
