package io.cdpsim.programs.exec.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How a program runs.
 *
 * @param streams its standard streams
 * @param wrapper the command that runs it
 * @param end observes the end of the program
 * @param discarded the calls whose error codes the program never uses, as far as its source shows
 */
public record ProgramSettings(ProgramStreams streams, ProgramWrapper wrapper, EndListener end, Set<String> discarded) {
    public ProgramSettings {
        discarded = Set.copyOf(discarded);
    }

    /** Settings without a listener. */
    public ProgramSettings(ProgramStreams streams, ProgramWrapper wrapper) {
        this(streams, wrapper, (output, isIdle) -> {}, Set.of());
    }

    /** Observes the end of a program. */
    @FunctionalInterface
    public interface EndListener {
        /**
         * The program has ended.
         *
         * @param output the file of its whole standard output, which is deleted afterwards; does not exist if the program inherits it
         * @param isIdle whether the devices have no outstanding work
         */
        void ended(Path output, boolean isIdle) throws IOException;
    }

    /** The standard streams of a program. */
    public enum ProgramStreams {
        /** All three are inherited from this process. */
        ATTENDED,
        /** No input; the output is captured, and standard error is inherited. */
        OUTPUT_KEPT,
        /** No input; output and standard error are captured. */
        ALL_KEPT
    }

    /**
     * A command that runs a program, such as a sandbox: the words before the program on the command line. It must run the words behind it, pass on the
     * environment, and end when the program ends, with its exit code.
     */
    @FunctionalInterface
    public interface ProgramWrapper {
        /** Runs the program itself. */
        ProgramWrapper NONE = needed -> List.of();

        /** The words before the program's; the first is a file, or a name on the path. Empty for the program itself. */
        List<String> before(ProgramPaths needed);
    }

    /**
     * The files that a program accesses while it runs; each path is absolute, and the program must see it under that name.
     *
     * @param program the executable, read-only
     * @param libraries the folder of the runtime library, read-only
     * @param folder with the socket of its calls, and the files of its standard streams
     * @param memory the file of the memory shared with the simulator, read and written
     */
    public record ProgramPaths(Path program, Path libraries, Path folder, Path memory) {}

    /** A switch that any thread can set once to end a run before the program ends. */
    public static final class StopSwitch {
        private volatile boolean turned;
        private Runnable action = () -> {};

        /** A switch that is not set. */
        public StopSwitch() {}

        /** Sets it. */
        public synchronized void turn() {
            turned = true;
            action.run();
        }

        /** Whether it is set. */
        public boolean isTurned() {
            return turned;
        }

        synchronized void onTurned(Runnable newAction) {
            action = newAction;
        }
    }
}
