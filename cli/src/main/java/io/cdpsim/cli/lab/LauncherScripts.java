package io.cdpsim.cli.lab;

/** What starts a packed program. */
final class LauncherScripts {
    static final String SHELL = """
        #!/bin/sh
        # Runs CDPSim with the Java runtime beside it, else with the one on the path.
        here=$(cd "$(dirname "$0")/.." && pwd)
        java=$here/jre/bin/java
        [ -x "$java" ] || java=${JAVA_HOME:+$JAVA_HOME/bin/}java
        exec "$java" -Xshare:auto -XX:+UseSerialGC -jar "$here/lib/cdpsim.jar" "$@"
        """;

    static final String BATCH = """
        @echo off\r
        setlocal\r
        set JAVA=java\r
        if defined JAVA_HOME set JAVA=%JAVA_HOME%\\bin\\java\r
        if exist "%~dp0..\\jre\\bin\\java.exe" set JAVA=%~dp0..\\jre\\bin\\java\r
        "%JAVA%" -XX:+UseSerialGC -jar "%~dp0..\\lib\\cdpsim.jar" %*\r
        """;

    static final String README = """
        CDPSim with its labs. Nothing needs a network.

          bin/cdpsim lab list          the labs
          bin/cdpsim lab start 1       puts the first one into a folder, lab-1
          bin/cdpsim lab check 1       grades what was made of it

        labs/   the labs as they are handed out
        docs/   the documentation, as Markdown; labs/README.md is for teachers and students

        With a Java runtime in jre/ nothing need be installed; else Java 17 or newer. CUDA programs (.cu) need a compiler besides: clang 14 or newer, on Linux.
        Without one, the kernels are there as PTX.
        """;

    private LauncherScripts() {}
}
