package io.cdpsim.semantics.lab.key;

import java.util.List;
import java.util.Set;

/** What a program must do for some of its points. */
public sealed interface Criterion {
    /** For a program that does. */
    int points();

    /** What to look at again where it does not; does not tell how. */
    String hint();

    /** It comes to its end with the right result, in every run. */
    record Result(int points, String hint) implements Criterion {}

    /**
     * Nothing is wrong with it in any run: no race, no undefined use, no error that nobody asked for.
     *
     * @param except rules that it may go against
     */
    record Clean(int points, String hint, Set<String> except) implements Criterion {
        public Clean {
            except = Set.copyOf(except);
        }
    }

    /** In every run, so many grids of some kernels come to their end. */
    record Grids(int points, String hint, List<String> kernels, long least, long most) implements Criterion {
        public Grids {
            kernels = List.copyOf(kernels);
        }
    }

    /** In some run, so many grids of a kernel run at the same time. */
    record Overlap(int points, String hint, String kernel, int least) implements Criterion {}

    /** In some run, the simulated time is no longer than this, in microseconds. */
    record Time(int points, String hint, double mostMicros) implements Criterion {}
}
