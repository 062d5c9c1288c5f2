/** YAML that remembers where each piece stood, and mappings whose keys are known. Does not depend on what the keys mean. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.yaml;
