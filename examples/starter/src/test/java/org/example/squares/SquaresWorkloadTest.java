package org.example.squares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import org.junit.jupiter.api.Test;

class SquaresWorkloadTest {
    @Test
    void everyThreadLaunchesAChildGridThatSquaresItsPart() {
        Workload squares = Workloads.installed().named("squares");
        RunRequest request = RunRequest.of(squares, MachineSettings.of(Profiles.load("h200")))
                .with(SquaresWorkload.CHILDREN, 5)
                .with(SquaresWorkload.VALUES, 100);

        RunResult result = Workloads.run(squares, request);

        assertEquals("", result.failure());
        assertEquals(5, result.grids().childLaunches());
        assertEquals(500, result.find(SquaresWorkload.SQUARED).orElseThrow());
    }

    @Test
    void aBlockOfAChildHasAtMost1024Threads() {
        OptionValues options = OptionValues.of(new SquaresWorkload());
        assertThrows(InvalidInputException.class, () -> options.with("values", "1025"));
    }
}
