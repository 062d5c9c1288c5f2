package io.cdpsim.cli.output;

/** The version that the build writes into the jar's manifest. */
public final class ProgramVersion {
    private ProgramVersion() {}

    /** The version; {@code (unpackaged)} for classes outside a jar. */
    public static String number() {
        String version = ProgramVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
