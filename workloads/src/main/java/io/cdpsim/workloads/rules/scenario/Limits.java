package io.cdpsim.workloads.rules.scenario;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** What scenarios about limits have in common. */
public final class Limits {
    /** Bytes of a mebibyte. */
    public static final long MIB = 1L << 20;

    private Limits() {}

    /** The error that a call of the host gives. */
    public static CudaError error(Runnable call) {
        try {
            call.run();
            return CudaError.SUCCESS;
        } catch (CudaException e) {
            return e.error();
        }
    }

    /** Remakes the lab's machine with a CUDA version. */
    public static ProgramMachine withCuda(ProgramMachine lab, String version) {
        lab.rebuild(settings -> settings.withCuda(CudaVersion.parse(version)));
        return lab;
    }

    /** Remakes the lab's machine with some fields of its profile changed. */
    public static ProgramMachine withProfile(ProgramMachine lab, String... overrides) {
        lab.rebuild(s -> s.withProfile(Profiles.load(s.profile().name(), List.of(overrides))));
        return lab;
    }
}
