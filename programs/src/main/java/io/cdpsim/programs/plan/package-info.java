/**
 * Launch plans: what a host program would do with kernels of PTX, written as YAML, and what should come of it. {@link io.cdpsim.programs.plan.script.Plan}
 * is what a plan says; {@link io.cdpsim.programs.plan.script.PlanReader} reads one; {@link io.cdpsim.programs.plan.PlannedProgram} checks it against a
 * loaded program, runs it and compares; {@link io.cdpsim.programs.plan.PtxWorkload} is the workload.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.programs.plan;
