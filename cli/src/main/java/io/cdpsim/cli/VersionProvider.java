package io.cdpsim.cli;

import io.cdpsim.cli.output.ProgramVersion;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}: the versions of CDPSim and of Java. */
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
