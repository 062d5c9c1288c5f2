package io.cdpsim.profile.read;

/**
 * Where something was written.
 *
 * @param origin file name, or words such as an override as it was given
 * @param line line in the file, from 1; 0 if there is none to name
 */
record Place(String origin, int line) {
    @Override
    public String toString() {
        return line == 0 ? origin : origin + ":" + line;
    }
}
