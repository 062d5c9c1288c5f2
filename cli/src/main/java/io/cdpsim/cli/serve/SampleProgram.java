package io.cdpsim.cli.serve;

import java.util.List;

/**
 * A program that the page offers.
 *
 * @param id what the page asks for it by
 * @param group the heading that it stands under
 * @param title what it is called there
 * @param kind what it is written in
 * @param note a sentence on what it shows; may be empty
 */
record SampleProgram(String id, String group, String title, ProgramKind kind, String note) {
    /** Where programs come from: examples, litmus tests, labs. */
    interface Shelf {
        /** All of them, in the order in which they are shown. */
        List<SampleProgram> programs();

        /** The files of one of them, that to begin with first. */
        List<ProgramFile> files(SampleProgram program);
    }
}
