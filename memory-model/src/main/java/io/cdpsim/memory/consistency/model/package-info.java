/**
 * Memory models as text: a small language in the manner of herd's cat, its evaluation on candidate executions, and the search for the executions that a model allows. Uses traces, relations, outcomes and the enumeration of candidates.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.consistency.model;
