package io.cdpsim.cli;

import picocli.CommandLine.IVersionProvider;

/** Answers {@code --version} with the version that the build wrote into the jar's manifest. */
final class VersionProvider implements IVersionProvider {
    VersionProvider() {}

    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "cdpsim " + (version == null ? "(unpackaged)" : version),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }
}
