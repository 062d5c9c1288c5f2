package io.cdpsim.cli.validate;

import io.cdpsim.workloads.validation.MeasuredRow;
import io.cdpsim.workloads.validation.SimulatedRow;
import io.cdpsim.workloads.validation.ValidationResult;

/** Every row with its simulated value, as CSV. */
final class ValidationCsv {
    private static final String HEAD = "file,line,bench,variant,parameter,value,metric,unit,measured,simulated,ratio\n";

    private ValidationCsv() {}

    static String text(ValidationResult result) {
        StringBuilder text = new StringBuilder(HEAD);
        for (SimulatedRow each : result.rows()) {
            MeasuredRow row = each.row();
            text.append(row.file()).append(',').append(row.line()).append(',').append(row.bench());
            text.append(',').append(row.variant()).append(',').append(row.parameter());
            text.append(',')
                    .append(row.value())
                    .append(',')
                    .append(row.metric())
                    .append(',')
                    .append(row.unit());
            text.append(',')
                    .append(each.measured())
                    .append(',')
                    .append(each.simulated())
                    .append(',');
            // Where zero was measured there is no ratio.
            text.append(each.measured() == 0 ? "" : String.valueOf(each.ratio()))
                    .append('\n');
        }
        return text.toString();
    }
}
