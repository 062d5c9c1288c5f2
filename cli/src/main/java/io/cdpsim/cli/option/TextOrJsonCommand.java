package io.cdpsim.cli.option;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that prints one text, or with {@code --json} the same as JSON. */
public abstract class TextOrJsonCommand implements Runnable {
    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    /** The text. */
    protected abstract String text();

    /** The same as JSON. */
    protected abstract String json();

    /** The command of these options. */
    protected final CommandSpec command() {
        return spec;
    }

    @Override
    public final void run() {
        spec.commandLine().getOut().print(json.isGiven() ? json() : text());
    }

    /** The option {@code --json}. */
    public static final class JsonOption {
        @Option(names = "--json", description = "Print JSON instead of text.")
        private boolean json;

        /** Whether the output is JSON. */
        public boolean isGiven() {
            return json;
        }
    }
}
