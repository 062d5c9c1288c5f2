package io.cdpsim.programs.exec.fatbinary;

/**
 * A section of an ELF file.
 *
 * @param name as the file has it
 * @param address where it lies in the program's memory, before the program is moved; 0 if it is not loaded
 * @param offset where it lies in the file
 * @param bytes its size
 */
record ElfSection(String name, long address, long offset, long bytes) {}
