package io.cdpsim.workloads.check.diagnostic;

import io.cdpsim.workloads.check.diagnostic.SourceLocation;
import java.util.List;

/** Where in the source the launches stand that failed in a run, as far as that can be told. */
@FunctionalInterface
public interface LaunchPlaces {
    /** Of nothing is known where. */
    LaunchPlaces UNKNOWN = List::of;

    /** The places, each once. */
    List<SourceLocation> ofFailed();
}
