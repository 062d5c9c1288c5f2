/**
 * What a launch plan says, and the readers that find it in YAML, each mistake with its place. Knows neither programs nor machines but for the
 * limits that a plan may set.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.script;
