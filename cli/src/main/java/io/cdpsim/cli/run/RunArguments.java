package io.cdpsim.cli.run;

import io.cdpsim.programs.plan.PtxWorkload;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Reads {@code run example:NAME} as {@code run example NAME}, {@code run prog.ptx} as {@code run ptx prog.ptx}, and {@code run prog.cu} as
 * {@code run cuda prog.cu}.
 */
final class RunArguments implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // the stack is picocli's
    public boolean preprocess(
            Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
        if (arguments.isEmpty()) {
            return false;
        }
        ExampleWorkloads.part(arguments);
        if (!command.subcommands().containsKey(arguments.peek())) {
            // The stack's top, its last element, is the next word.
            for (int i = arguments.size() - 1; i >= 0; i--) {
                boolean isSource = CudaCommand.isFile(arguments.get(i));
                if (isSource || PtxCommand.isFile(arguments.get(i))) {
                    arguments.push(isSource ? CudaCommand.NAME : PtxWorkload.NAME);
                    break;
                }
            }
        }
        return false;
    }
}
