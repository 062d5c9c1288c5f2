package io.cdpsim.workloads.examples;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
import java.util.Set;

/** A listing of the guides as a program, and every outcome that the rules permit. */
public abstract class Example {
    protected static final List<CdpSupport> BOTH = List.of(CdpSupport.CDP1, CdpSupport.CDP2);
    protected static final List<CdpSupport> CDP1 = List.of(CdpSupport.CDP1);
    protected static final List<CdpSupport> CDP2 = List.of(CdpSupport.CDP2);

    private final String name;
    private final String shows;
    private final List<String> rules;
    private final List<CdpSupport> versions;
    private final Set<String> expected;

    /** An example; {@code rules} are the ids of the rules that it shows. */
    protected Example(String name, String shows, List<String> rules, List<CdpSupport> versions, String... expected) {
        this.name = name;
        this.shows = shows;
        this.rules = List.copyOf(rules);
        this.versions = List.copyOf(versions);
        this.expected = Set.of(expected);
    }

    /** The name on the command line, such as {@code tail-pair}. */
    public final String name() {
        return name;
    }

    /** What it shows, in one line. */
    public final String shows() {
        return shows;
    }

    /** Ids of the rules that decide its outcome. */
    public final List<String> rules() {
        return rules;
    }

    /** The versions of dynamic parallelism in which the listing can be written. */
    public final List<CdpSupport> versions() {
        return versions;
    }

    /** Every outcome that the rules permit; more than one where they leave a choice or the program has a race. */
    public final Set<String> expected() {
        return expected;
    }

    /** The races and other undefined uses that the listing contains on purpose. */
    public IntendedRaces intendedRaces() {
        return IntendedRaces.NONE;
    }

    /** Runs the program. @return its outcome as text */
    public abstract String run(ProgramMachine lab);

    /** {@code kernel<<<blocks, threads>>>(arguments); cudaDeviceSynchronize();} on the host. @return its error code */
    protected static CudaError runOnHost(ProgramMachine lab, Kernel kernel, LaunchShape shape, Number... arguments) {
        Host host = lab.host();
        host.launch(kernel, shape, host.defaultStream(), arguments);
        return host.synchronize();
    }

    /** Whether device code can synchronise with its children. */
    protected static boolean canSynchronize(ProgramMachine lab) {
        return lab.settings().profile().cdp() == CdpSupport.CDP1;
    }

    /** The order of the times of two grids. */
    public static final class Intervals {
        private Intervals() {}

        /** {@code "A before B"} if B's first block started after A was complete, {@code "A and B overlap"} if neither waited. */
        public static String order(GridLifetime a, GridLifetime b) {
            if (isBefore(a, b)) {
                return a.kernel() + " before " + b.kernel();
            }
            return isBefore(b, a)
                    ? b.kernel() + " before " + a.kernel()
                    : a.kernel() + " and " + b.kernel() + " overlap";
        }

        /** Whether the first grid and all its descendants were complete before the second started. */
        public static boolean isBefore(GridLifetime a, GridLifetime b) {
            return a.completed() <= b.started();
        }
    }
}
