/**
 * The content of a launch plan, and the readers of its YAML, which report each error with its position. Does not depend on programs or machines
 * except for the limits that a plan may set.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.script;
