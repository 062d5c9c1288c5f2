package io.cdpsim.programs.exec.process;

import java.nio.file.Path;

/**
 * The files that a program accesses while it runs; each path is absolute, and the program must see it under that name.
 *
 * @param program the executable, read-only
 * @param libraries the folder of the runtime library, read-only
 * @param folder with the socket of its calls, and the files of its standard streams
 * @param memory the file of the memory shared with the simulator, read and written
 */
public record ProgramPaths(Path program, Path libraries, Path folder, Path memory) {}
