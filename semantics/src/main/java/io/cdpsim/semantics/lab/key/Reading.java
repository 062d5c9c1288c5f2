package io.cdpsim.semantics.lab.key;

/**
 * Where a number of a key comes from.
 *
 * @param command a command line that prints JSON, without the program's name
 * @param field the field that holds the number; names behind points lead into objects, and into lists by the kernel or the number of an element
 */
public record Reading(String command, String field) {}
