/** YAML that remembers where each piece stood, and mappings whose keys are known. Knows nothing of what the keys mean. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan.yaml;
