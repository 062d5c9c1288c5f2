package io.cdpsim.cli;

import io.cdpsim.cli.output.ProgramVersion;
import picocli.CommandLine.IVersionProvider;

/** Answers {@code --version} with the version that the build wrote into the jar's manifest. */
final class VersionProvider implements IVersionProvider {
    VersionProvider() {}

    @Override
    public String[] getVersion() {
        return new String[] {
            "cdpsim " + ProgramVersion.number(),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }
}
