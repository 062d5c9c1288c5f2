package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code cdpsim errors}. */
@Command(name = "errors", description = "Explains the error codes of CUDA that concern dynamic parallelism.")
public final class ErrorsCommand extends TextOrJsonCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "CODE|NAME",
            description = "A number, before or after CUDA 10.1, or a name, with or without cudaError. Default: all.")
    private @Nullable String wanted;

    @Override
    protected String text() {
        List<CudaError> errors = find();
        return wanted == null ? table(errors) : explain(errors);
    }

    private List<CudaError> find() {
        String text = wanted;
        if (text == null) {
            return List.of(CudaError.values());
        }
        List<CudaError> found = Stream.of(CudaError.values())
                .filter(each -> each.isCalled(text))
                .toList();
        if (found.isEmpty()) {
            throw new ParameterException(
                    command().commandLine(),
                    "found '" + text + "', expected the number or the name of an error; 'cdpsim errors' lists them");
        }
        return found;
    }

    private static String table(List<CudaError> errors) {
        TextTable table = new TextTable(Align.RIGHT, Align.RIGHT, Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("10.1+", "10.0-", "name", "sticky", "meaning");
        for (CudaError each : errors) {
            table.row(
                    "" + each.code(),
                    before(each),
                    each.cudaName(),
                    each.isSticky() ? "sticky" : "",
                    each.explanation());
        }
        return table.toString();
    }

    private static String before(CudaError error) {
        OptionalInt code = error.codeBeforeRenumbering();
        return code.isPresent() ? "" + code.getAsInt() : "-";
    }

    private static String explain(List<CudaError> errors) {
        StringBuilder text = new StringBuilder();
        for (CudaError each : errors) {
            text.append(text.length() == 0 ? "" : "\n")
                    .append(each.cudaName())
                    .append('\n')
                    .append(new TextTable(Align.LEFT, Align.LEFT)
                            .row("number", each.code() + " since CUDA 10.1, " + earlier(each))
                            .row("meaning", each.explanation())
                            .row("arises", each.arises())
                            .row(
                                    "sticky",
                                    each.isSticky()
                                            ? "yes: every later call returns it, until the process is restarted"
                                            : "no: later calls work"));
        }
        return text.toString();
    }

    private static String earlier(CudaError error) {
        return error.codeBeforeRenumbering().isPresent() ? before(error) + " up to CUDA 10.0" : "not in CUDA 10.0";
    }

    @Override
    protected String json() {
        List<CudaError> errors = find();
        return JsonWriter.text(json -> {
            json.objects("errors", errors, each -> {
                json.put("name", each.cudaName());
                json.put("code", each.code());
                OptionalInt before = each.codeBeforeRenumbering();
                if (before.isPresent()) {
                    json.put("code_before_10_1", before.getAsInt());
                }
                json.put("sticky", each.isSticky());
                json.put("meaning", each.explanation());
                json.put("arises", each.arises());
            });
        });
    }
}
