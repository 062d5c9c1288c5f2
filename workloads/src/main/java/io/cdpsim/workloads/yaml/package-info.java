/** YAML with positions, and mappings with known keys. Does not depend on the semantics of keys. */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.yaml;
