package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.bench.Experiment.FailedRunException;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.nbody.NbodyProgram;
import io.cdpsim.workloads.nbody.NbodyRegime;
import io.cdpsim.workloads.nbody.NbodySettings;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code nbody.csv}: one force step. */
public final class NbodyBench implements Experiment {
    private static final Pattern VARIANT = Pattern.compile("(aos|shared|shuffle|atomic)_block(\\d+)");

    /** From this number of bodies on the force sum is a bulk instruction, whose time differs by a few percent. */
    private static final int BULK_FROM_BODIES = 8192;

    /** The reference forces of the steps, computed once for all steps of a validation. */
    private final InputCache references = new InputCache();

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals("nbody") || !row.metric().equals("force_step")) {
            return OptionalDouble.empty();
        }
        Optional<NbodySettings> settings = settings(row.variant(), row.intValue());
        if (settings.isEmpty()) {
            return OptionalDouble.empty();
        }
        RunResult result = new NbodyProgram(settings.get())
                .runKernelsAlone(MachineSettings.of(profile), new Progress(), references);
        return OptionalDouble.of(FailedRunException.checked(result).timeMicros() / 1e3);
    }

    @Override
    public Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return row.bench().equals("nbody") && row.metric().equals("force_step")
                ? settings(row.variant(), row.intValue())
                        .map(each -> NbodyRegime.of(each).regime())
                : Optional.empty();
    }

    /** The settings of a row's variant; empty if there are none. */
    static Optional<NbodySettings> settings(String variant, int bodies) {
        Matcher m = VARIANT.matcher(variant);
        if (!m.matches()) {
            return Optional.empty();
        }
        NbodyVariant kind = NbodyVariant.valueOf(m.group(1).toUpperCase(Locale.ROOT));
        boolean bulk = bodies >= BULK_FROM_BODIES && kind != NbodyVariant.ATOMIC;
        return Optional.of(new NbodySettings(kind, bodies, Integer.parseInt(m.group(2)), bulk, 1, 1));
    }
}
