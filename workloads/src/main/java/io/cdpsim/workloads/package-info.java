/**
 * The workload API. A {@link io.cdpsim.workloads.Workload} declares its name, options and results, and runs; {@code cdpsim run}, validation, sweeps
 * and tests depend on nothing else. A {@link io.cdpsim.workloads.WorkloadProvider} in any JAR adds more of them.
 *
 * <ul>
 * <li>Input: {@link io.cdpsim.workloads.WorkloadOption} (name, type, range, default, unit, help), the {@link io.cdpsim.workloads.OptionValues} of a
 * run, parsed from text or set in Java, and the {@link io.cdpsim.workloads.RunRequest} with machine, progress and the {@link
 * io.cdpsim.workloads.InputCache} that runs share.
 * <li>Output: a {@link io.cdpsim.workloads.RunResult} with the {@link io.cdpsim.workloads.CommonResults} of every run and the measures of the
 * workload, whose names, labels and units are {@link io.cdpsim.workloads.ResultName} constants.
 * </ul>
 *
 * <p>A workload has its own package below this one: its options and result names, its typed settings, kernels, host program and check. Text is parsed
 * once, into settings; a caller that has settings, such as validation, runs the program below the workload API. This package depends on none of these
 * packages.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads;
