/**
 * The catalog of rules: what each says, where it is implemented and which scenarios show it. It knows every group's scenarios; none of them
 * knows the catalog.
 */
@NullMarked
package io.cdpsim.semantics.rules.catalog;

import org.jspecify.annotations.NullMarked;
