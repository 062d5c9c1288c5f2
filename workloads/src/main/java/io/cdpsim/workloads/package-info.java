/**
 * The workload API. A {@link io.cdpsim.workloads.Workload} tells its name, its options, its results, and runs; {@code cdpsim run},
 * validation, sweeps and tests know no more of it. A {@link io.cdpsim.workloads.WorkloadProvider} in any JAR brings more of them.
 *
 * <ul>
 *   <li>What is asked: {@link io.cdpsim.workloads.WorkloadOption} (name, type, range, default, unit, help), the
 *       {@link io.cdpsim.workloads.OptionValues} of a run, read from text or set in Java, and the {@link io.cdpsim.workloads.RunRequest} with machine,
 *       progress and the {@link io.cdpsim.workloads.InputCache} that runs share.
 *   <li>What is answered: a {@link io.cdpsim.workloads.RunResult} with the {@link io.cdpsim.workloads.CommonResults} of every run and the
 *       measures of the workload, whose names, labels and units are {@link io.cdpsim.workloads.ResultName} constants.
 * </ul>
 *
 * <p>A workload has a package of its own below this package: its options and result names, its typed settings, its kernels, its host program, its
 * check. Text is parsed once, into settings; a caller that has settings, such as validation, runs the program below the workload API. This package
 * knows none of these packages.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads;
