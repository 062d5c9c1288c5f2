package io.cdpsim.workloads.examples.recursion;

import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The same recursion with the slip of the guides' listing: 256 threads for each half, but shared memory for half as many elements. */
final class PermuteOverrun extends Example {
    private static final int ELEMENTS = 256;

    PermuteOverrun() {
        super(
                "permute-overrun",
                "a store behind the end of shared memory is a fault that the host learns of",
                List.of("ERR-4", "MEM-9"),
                BOTH,
                "cudaErrorIllegalAddress at permute: copy to shared memory");
    }

    @Override
    public String run(ProgramMachine lab) {
        long data = lab.host().malloc(4L * ELEMENTS);
        CudaError error = runOnHost(
                lab,
                Permute.build((k, half) -> u32(ELEMENTS)),
                LaunchShape.of(1, ELEMENTS).withShared(4L * ELEMENTS),
                ELEMENTS,
                data);
        String place = "permute: copy to shared memory";
        return error.cudaName() + (lab.host().faultMessage().contains(place) ? " at " + place : " elsewhere");
    }
}
