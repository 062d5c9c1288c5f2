package io.cdpsim.cli.serve;

/**
 * A file of a program.
 *
 * @param name a plain name, without folders
 * @param text what it holds
 */
record ProgramFile(String name, String text) {}
