package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeErrors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Computes the errors that runs of workloads are shown with from simulated rows. Held-out rows are used where there are enough, else all. Rows in
 * which zero was measured have no error and do not count.
 */
public final class RegimeTable {
    /** A sufficient number of held-out rows. */
    static final int ENOUGH = 10;

    private RegimeTable() {}

    /** The errors of each regime in order of first appearance, after the shipped ones of other profiles. */
    public static RegimeErrors ofAllProfiles(GpuProfile profile, ValidationResult result) {
        List<RegimeErrors.Line> lines = new ArrayList<>(RegimeErrors.shipped().lines());
        lines.removeIf(each -> each.profile().equals(profile.name()));
        lines.addAll(of(profile, result).lines());
        lines.sort(Comparator.comparingInt(each -> Profiles.names().indexOf(each.profile())));
        return new RegimeErrors(lines);
    }

    /** The errors of each regime in order of first appearance. */
    static RegimeErrors of(GpuProfile profile, ValidationResult result) {
        Map<MeasuredRow, SimulatedRow> simulated = new LinkedHashMap<>();
        result.rows().forEach(each -> simulated.put(each.row(), each));
        List<RegimeErrors.Line> lines = new ArrayList<>();
        rows(profile, List.copyOf(simulated.keySet())).forEach((regime, rows) -> {
            double[] errors = rows.stream()
                    .mapToDouble(row -> Optional.ofNullable(simulated.get(row))
                            .orElseThrow()
                            .error())
                    .toArray();
            lines.add(new RegimeErrors.Line(
                    profile.name(), regime, ErrorStatistics.of(errors, fitted(profile, rows)), checksum(rows)));
        });
        return new RegimeErrors(lines);
    }

    /** The rows with errors, by regime. */
    static Map<MeasuredRegime, List<MeasuredRow>> rows(GpuProfile profile, List<MeasuredRow> all) {
        Map<MeasuredRegime, List<MeasuredRow>> byRegime = new LinkedHashMap<>();
        for (MeasuredRow row : all) {
            if (row.median() != 0) {
                Validation.regime(row, profile)
                        .ifPresent(regime -> byRegime.computeIfAbsent(regime, any -> new ArrayList<>())
                                .add(row));
            }
        }
        FittedRowList fitted = FittedRowList.of(profile);
        byRegime.replaceAll((regime, rows) -> {
            List<MeasuredRow> heldOut =
                    rows.stream().filter(row -> !fitted.contains(row)).toList();
            return heldOut.size() >= ENOUGH ? heldOut : rows;
        });
        return byRegime;
    }

    /** How many of the rows a parameter was fitted to. */
    static int fitted(GpuProfile profile, List<MeasuredRow> rows) {
        FittedRowList fitted = FittedRowList.of(profile);
        return (int) rows.stream().filter(fitted::contains).count();
    }

    /** A checksum of the rows' names and medians. */
    static String checksum(List<MeasuredRow> rows) {
        CRC32 sum = new CRC32();
        for (MeasuredRow row : rows) {
            sum.update((row.name() + "," + row.median() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }
}
