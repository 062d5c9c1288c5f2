package io.cdpsim.programs.exec.process;

import java.nio.file.Path;

/**
 * The files that a program has to reach while it runs; each path is absolute, and the program must see it under that name.
 *
 * @param program the executable, which it reads
 * @param libraries the folder of the runtime library, which it reads
 * @param folder with the socket that it calls through, and the files that its streams go to
 * @param memory the file of the memory that it shares with the simulator, which it reads and writes
 */
public record ProgramPaths(Path program, Path libraries, Path folder, Path memory) {}
