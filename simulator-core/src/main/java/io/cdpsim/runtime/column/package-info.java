/**
 * Columns of tables that grow to millions of rows: in pieces, so that growing copies nothing and leaves no half of an array unused. Knows nothing
 * else.
 */
@NullMarked
package io.cdpsim.runtime.column;

import org.jspecify.annotations.NullMarked;
