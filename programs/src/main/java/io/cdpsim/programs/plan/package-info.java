/**
 * Launch plans: the host side of a PTX program as YAML, and its expected results. {@link io.cdpsim.programs.plan.script.Plan} is the content of a
 * plan; {@link io.cdpsim.programs.plan.script.PlanReader} reads one; {@link io.cdpsim.programs.plan.PlannedProgram} checks it against a loaded
 * program, runs it and compares; {@link io.cdpsim.programs.plan.PtxWorkload} is the workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan;
