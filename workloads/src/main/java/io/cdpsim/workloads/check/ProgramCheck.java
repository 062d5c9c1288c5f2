package io.cdpsim.workloads.check;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.check.code.CodeRules;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.check.trial.PreparedProgram;
import io.cdpsim.workloads.check.trial.Subject;
import io.cdpsim.workloads.check.trial.Trial;
import io.cdpsim.workloads.check.trial.TrialRun;
import io.cdpsim.workloads.cuda.CompileException;
import io.cdpsim.workloads.exec.process.ProgramWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs a program under many conditions with the visibility checker on, looks at its code, and says what is wrong.
 *
 * <pre>{@code
 * CheckReport report = ProgramCheck.of(Subject.CudaSource.of(Path.of("prog.cu"))).run();
 * report.findings().forEach(each -> System.out.println(each.rule() + " " + each.what()));
 * }</pre>
 */
public final class ProgramCheck {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

    private final Subject subject;
    private final Conditions conditions;
    private final ProgramWrapper wrapper;
    private final Duration limit;
    private final int threads;

    private ProgramCheck(Subject subject, Conditions conditions, ProgramWrapper wrapper, Duration limit, int threads) {
        this.subject = subject;
        this.conditions = conditions;
        this.wrapper = wrapper;
        this.limit = limit;
        this.threads = threads;
    }

    /** A check under {@linkplain Conditions#usual the usual conditions}, one run after the other, each of which may take a minute. */
    public static ProgramCheck of(Subject subject) {
        return new ProgramCheck(subject, Conditions.usual(), ProgramWrapper.NONE, USUAL_LIMIT, 1);
    }

    /** The same under other conditions. */
    public ProgramCheck under(Conditions others) {
        return new ProgramCheck(subject, others, wrapper, limit, threads);
    }

    /** The same, with executables run by another program, such as a sandbox. */
    public ProgramCheck wrappedBy(ProgramWrapper other) {
        return new ProgramCheck(subject, conditions, other, limit, threads);
    }

    /** The same with another time, real and not simulated, that each run may take. */
    public ProgramCheck within(Duration other) {
        return new ProgramCheck(subject, conditions, wrapper, other, threads);
    }

    /** The same with so many runs beside each other. */
    public ProgramCheck on(int otherThreads) {
        return new ProgramCheck(subject, conditions, wrapper, limit, otherThreads);
    }

    /** A GPU and the program, ready to run on it. */
    private record Place(int gpu, PreparedProgram program, List<Finding> ofCode) {}

    /**
     * Checks the program. Blocks.
     *
     * @throws CompileException if the compiler refuses the source for every GPU
     * @throws io.cdpsim.workloads.InvalidInputException if a file is missing or is not what it should be
     */
    public CheckReport run() {
        List<String> skipped = new ArrayList<>();
        List<Place> places = places(skipped);
        Map<Trial, Observation> seen = new LinkedHashMap<>();
        InputCache inputs = new InputCache();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Map<Trial, Future<Observation>> running = new LinkedHashMap<>();
            for (Place place : places) {
                TrialRun run = new TrialRun(place.program(), limit, inputs);
                for (Trial trial : conditions.on(place.gpu())) {
                    running.put(trial, pool.submit(() -> run.under(trial)));
                }
            }
            for (Map.Entry<Trial, Future<Observation>> each : running.entrySet()) {
                seen.put(each.getKey(), ended(each.getValue()));
            }
        } finally {
            pool.shutdownNow();
        }
        return new CheckReport(List.copyOf(seen.values()), sightings(places, List.copyOf(seen.values())), skipped);
    }

    private static Observation ended(Future<Observation> run) {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException wrong) {
                throw wrong;
            }
            if (e.getCause() instanceof Error grave) {
                throw grave;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The GPUs that the code was written for, each with the program built for it. */
    private List<Place> places(List<String> skipped) {
        List<Place> places = new ArrayList<>();
        List<Place> refused = new ArrayList<>();
        List<CompileException> uncompiled = new ArrayList<>();
        for (int i = 0; i < conditions.gpus().size(); i++) {
            GpuProfile gpu = conditions.gpus().get(i);
            String kind = gpu.name() + " (" + gpu.cdp() + ")";
            if (conditions.asAllowed() && !places.isEmpty() && !needsDynamicParallelism(places)) {
                skipped.add("not run on " + kind + ": no kernel calls the device runtime");
                continue;
            }
            PreparedProgram program;
            try {
                program = PreparedProgram.of(subject, gpu, wrapper);
            } catch (CompileException e) {
                uncompiled.add(e);
                if (conditions.asAllowed()) {
                    skipped.add("not run on " + kind + ": does not compile for it: "
                            + e.said().lines().findFirst().orElse(""));
                }
                continue;
            } catch (InvalidInputException e) {
                // Such as an executable without code for the older GPU.
                if (!conditions.asAllowed() || places.isEmpty()) {
                    throw e;
                }
                skipped.add("not run on " + kind + ": " + e.getMessage());
                continue;
            }
            Place place = new Place(i, program, ofCode(i, program.kernels()));
            boolean isForAnother = place.ofCode().stream().anyMatch(CodeRules::isOfVersion);
            (conditions.asAllowed() && isForAnother ? refused : places).add(place);
        }
        if ((places.isEmpty() && refused.isEmpty()) || (!conditions.asAllowed() && !uncompiled.isEmpty())) {
            throw uncompiled.get(0);
        }
        if (places.isEmpty()) {
            return refused;
        }
        for (Place each : refused) {
            GpuProfile gpu = conditions.gpus().get(each.gpu());
            String why = each.ofCode().stream()
                    .filter(CodeRules::isOfVersion)
                    .map(found -> found.what() + " (" + found.rule() + ")")
                    .findFirst()
                    .orElse("");
            skipped.add("not run on " + gpu.name() + " (" + gpu.cdp() + "): " + why);
        }
        return places;
    }

    private List<Finding> ofCode(int gpu, List<Kernel> kernels) {
        List<Finding> findings = new ArrayList<>();
        for (MachineSettings machine :
                conditions.on(gpu).stream().map(Trial::machine).limit(1).toList()) {
            findings.addAll(CodeRules.findings(kernels, machine));
        }
        return findings;
    }

    private static boolean needsDynamicParallelism(List<Place> places) {
        return places.stream()
                .anyMatch(each -> each.program().kernels().isEmpty()
                        || each.program().kernels().stream().anyMatch(Kernel::usesDynamicParallelism));
    }

    private static List<Sighting> sightings(List<Place> places, List<Observation> runs) {
        List<Sighting> sightings = new ArrayList<>();
        for (Place place : places) {
            for (Finding each : place.ofCode()) {
                if (sightings.stream().noneMatch(known -> known.finding().isSameAs(each))) {
                    sightings.add(new Sighting(each, List.of()));
                }
            }
        }
        for (Observation run : runs) {
            for (Finding each : run.findings()) {
                add(sightings, each, run.trial());
            }
        }
        for (int i = 0; i < runs.size(); i++) {
            Trial trial = runs.get(i).trial();
            boolean isFirst =
                    runs.subList(0, i).stream().noneMatch(each -> each.trial().isComparableTo(trial));
            if (isFirst) {
                TimingDependence.among(runs.stream()
                                .filter(each -> each.trial().isComparableTo(trial))
                                .toList())
                        .filter(found -> sightings.stream()
                                .noneMatch(known -> known.finding().isSameAs(found)))
                        .ifPresent(found -> sightings.add(new Sighting(found, List.of())));
            }
        }
        return SimilarSightings.folded(sightings);
    }

    private static void add(List<Sighting> sightings, Finding finding, Trial trial) {
        for (int i = 0; i < sightings.size(); i++) {
            Sighting known = sightings.get(i);
            if (!known.trials().isEmpty() && known.finding().isSameAs(finding)) {
                List<Trial> trials = new ArrayList<>(known.trials());
                if (!trials.contains(trial)) {
                    trials.add(trial);
                }
                sightings.set(i, new Sighting(known.finding(), trials));
                return;
            }
        }
        sightings.add(new Sighting(finding, List.of(trial)));
    }
}
